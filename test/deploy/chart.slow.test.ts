import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { needsTools, runTool } from './tool.js';
import { writeKubernetesSchemas } from './kubernetes-schemas.js';

const CHART = 'deploy/helm/quire';
const LEAST = ['--set', 'openSearch.url=http://s:9200,s3.bucket=b,redis.url=redis://r'];
const ALL = ['--values', 'test/deploy/all-values.yaml'];

function template(...values: string[]): Promise<string> {
  return runTool('helm', ['template', 'docs', CHART, '--kube-version', '1.34.0', ...values]);
}

async function refusal(...values: string[]): Promise<string> {
  return template(...values).then(
    () => 'none',
    (error: Error) => error.message,
  );
}

describe('the Helm chart', () => {
  needsTools('helm', 'kubeconform', 'go');
  let schemas: string;

  before(async function () {
    this.timeout(180_000);
    schemas = await mkdtemp(join(tmpdir(), 'kubernetes-schemas-'));
    await writeKubernetesSchemas(schemas);
  });

  after(() => (schemas ? rm(schemas, { recursive: true }) : undefined));

  for (const [name, values] of Object.entries({ 'the least values': LEAST, 'all values': ALL })) {
    it(`passes helm lint with ${name}`, async () => {
      expect(await runTool('helm', ['lint', '--strict', CHART, ...values])).to.include('0 chart(s) failed');
    });

    it(`makes valid objects of ${name}`, async () => {
      const location = join(schemas, '{{.ResourceKind}}{{.KindSuffix}}.json');
      // Of the Prometheus operator, not of Kubernetes.
      const args = ['-strict', '-summary', '-skip', 'ServiceMonitor', '-schema-location', location];
      expect(await runTool('kubeconform', args, await template(...values))).to.match(/Invalid: 0, Errors: 0/);
    });
  }

  it('refuses values that it does not know, and none for what must be there', async () => {
    expect(await refusal(...LEAST, '--set', 'replicas=3')).to.match(/replicas/);
    expect(await refusal('--set', 's3.bucket=b,redis.url=redis://r')).to.include('openSearch.url is needed');
    expect(await refusal('--set', 'openSearch.url=http://s,s3.bucket=b')).to.include(
      'redis.url or redis.existingSecret',
    );
  });

  it('refuses an ingress without a trusted proxy, behind which all strangers would be one', async () => {
    const ingress = ['--set', 'ingress.enabled=true,ingress.hosts={a.example}'];
    expect(await refusal(...LEAST, ...ingress)).to.include('trustedProxyHops must be at least 1');
    expect(await template(...LEAST, ...ingress, '--set', 'trustedProxyHops=1')).to.include('kind: Ingress');
  });

  it('keeps the number of pods to the autoscaler where there is one', async () => {
    expect(await template(...LEAST)).to.match(/^ {2}replicas: 2$/m);
    expect(await template(...ALL)).not.to.match(/^ {2}replicas:/m);
  });
});
