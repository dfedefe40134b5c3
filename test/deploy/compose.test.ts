import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';

type ComposeService = {
  networks?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  command?: string | string[];
};
type Compose = { services: Record<string, ComposeService>; networks: Record<string, { internal?: boolean }> };

const TEXT = readFileSync('docker-compose.yml', 'utf8');
const { services, networks } = parse(TEXT, { merge: true }) as Compose;
const BACKENDS = ['opensearch', 's3', 'redis'];

describe('the compose file', () => {
  it('has the backends in a network that leads nowhere, which only Quire joins', () => {
    expect(networks['backends']).to.deep.equal({ internal: true });
    const joined = Object.keys(services).filter((name) => services[name]?.networks?.includes('backends'));
    expect(joined).to.have.members(['quire', 'bucket', ...BACKENDS]);
    for (const name of ['bucket', ...BACKENDS]) expect(services[name]?.networks).to.deep.equal(['backends']);
    expect(services['quire']?.networks).to.deep.equal(['default', 'backends']);
  });

  it('publishes ports on this machine alone, and none of a backend', () => {
    for (const name of BACKENDS) expect(services[name]).not.to.have.property('ports');
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports).not.to.be.empty;
    for (const port of ports) expect(port).to.match(/^127\.0\.0\.1:/);
  });

  it('gives Redis, the S3 server and Grafana passwords that the environment can set, and Quire the same', () => {
    const redis = '${REDIS_PASSWORD:-quire-compose}';
    expect(services['redis']?.command).to.include.members(['--requirepass', redis]);
    expect(services['quire']?.environment?.['REDIS_URL']).to.equal(`redis://:${redis}@redis:6379`);
    expect(services['quire']?.environment?.['AWS_SECRET_ACCESS_KEY']).to.equal(
      services['s3']?.environment?.['S3PROXY_CREDENTIAL'],
    );
    expect(services['grafana']?.environment?.['GF_SECURITY_ADMIN_PASSWORD']).to.match(/^\$\{GRAFANA_PASSWORD:/);
  });

  it('makes no key whose text would stay in the log of a container', () => {
    expect(services).not.to.be.empty;
    for (const { command } of Object.values(services)) expect(String(command)).not.to.include('keys create');
    expect(readFileSync('docs/operations/first-day.md', 'utf8')).to.include(
      'docker compose exec quire quire keys create',
    );
  });
});
