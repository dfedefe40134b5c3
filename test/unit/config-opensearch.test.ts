import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { CLUSTER, cluster, faultsOf, type ConfigEnv } from './config-helpers.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('configuration: OpenSearch', () => {
  let folder: string;
  before(async () => {
    folder = temporaryFolder();
    for (const name of ['ca', 'cert', 'key']) await writeFile(join(folder, name), `${name} of the test`);
  });

  const auth = (env: ConfigEnv) => cluster(env).openSearch.auth;

  it('is asked without a name, with one, or signed', () => {
    expect(auth({})).to.deep.equal({ kind: 'none' });
    const basic = { OPENSEARCH_USERNAME: 'u', OPENSEARCH_PASSWORD: 'p' };
    expect(auth(basic)).to.deep.equal({ kind: 'basic', username: 'u', password: 'p' });
    expect(auth({ ...basic, OPENSEARCH_AUTH: 'none' })).to.deep.equal({ kind: 'none' });
    const sigv4 = { OPENSEARCH_AUTH: 'sigv4', AWS_REGION: 'eu-west-1' };
    expect(auth(sigv4)).to.deep.equal({ kind: 'sigv4', region: 'eu-west-1', service: 'es' });
    expect(auth({ ...sigv4, OPENSEARCH_SIGV4_SERVICE: 'aoss' })).to.deep.include({ service: 'aoss' });
  });

  it('has no user in its address', () => {
    expect(faultsOf({ ...CLUSTER, OPENSEARCH_URL: 'https://u:p@search.example' }).join()).to.match(
      /OPENSEARCH_URL must be without a user: set OPENSEARCH_USERNAME/,
    );
  });

  it('needs name and password together, and a region to sign', () => {
    const halves = [
      { OPENSEARCH_USERNAME: 'u' },
      { OPENSEARCH_PASSWORD: 'p' },
      { OPENSEARCH_AUTH: 'basic' },
      { OPENSEARCH_AUTH: 'basic', OPENSEARCH_PASSWORD: 'p' },
    ];
    for (const env of halves) {
      expect(faultsOf({ ...CLUSTER, ...env })).to.deep.equal([
        'OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD belong together',
      ]);
    }
    expect(faultsOf({ ...CLUSTER, OPENSEARCH_AUTH: 'sigv4' })).to.deep.equal([
      'OPENSEARCH_AUTH=sigv4 needs AWS_REGION',
    ]);
    expect(faultsOf({ ...CLUSTER, OPENSEARCH_AUTH: 'x' })).to.have.length(1);
  });

  it('is known by certificates read from files', () => {
    const { ca, clientCertificate } = cluster({
      OPENSEARCH_CA_FILE: join(folder, 'ca'),
      OPENSEARCH_CLIENT_CERT_FILE: join(folder, 'cert'),
      OPENSEARCH_CLIENT_KEY_FILE: join(folder, 'key'),
    }).openSearch;
    expect(ca).to.equal('ca of the test');
    expect(clientCertificate).to.deep.equal({ cert: 'cert of the test', key: 'key of the test' });
  });

  it('needs files that can be read, and certificate and key together', () => {
    const nowhere = join(folder, 'none');
    expect(faultsOf({ ...CLUSTER, OPENSEARCH_CA_FILE: nowhere })).to.deep.equal([
      `OPENSEARCH_CA_FILE: cannot read ${nowhere} (ENOENT)`,
    ]);
    expect(faultsOf({ ...CLUSTER, OPENSEARCH_CLIENT_CERT_FILE: join(folder, 'cert') })).to.deep.equal([
      'OPENSEARCH_CLIENT_CERT_FILE and OPENSEARCH_CLIENT_KEY_FILE belong together',
    ]);
  });
});
