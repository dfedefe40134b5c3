import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const known = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => String(name)),
);
/** What the SDK of AWS reads by itself. */
const OF_THE_SDK = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => String(name));
}

describe('settings under deploy/', () => {
  it('in the chart are those of the service', () => {
    const templates = 'deploy/helm/quire/templates';
    const names = readdirSync(templates).flatMap((file) => namesIn(`${templates}/${file}`, /^ *([A-Z][A-Z0-9_]+): /gm));
    const secrets = namesIn('deploy/helm/quire/values.yaml', /\b([A-Z0-9]+_[A-Z0-9_]+)\b/g);
    expect(names).to.include.members(['OPENSEARCH_URL', 'S3_BUCKET', 'REDIS_URL']);
    expect([...known, ...OF_THE_SDK]).to.include.members([...names, ...secrets]);
  });
});
