import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../scripts/stack/project-root.js';
import type { OpenSearchConfig } from '../../src/config/config.js';
import { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { UnavailableError } from '../../src/domain/errors.js';

/** Made for these tests and signed by itself: for 127.0.0.1, until 2126. */
const pem = (name: string) => readFileSync(join(projectRoot(), 'test/contract/tls', `${name}.pem`), 'utf8');
const [key, cert] = [pem('key'), pem('certificate')];

describe('OpenSearchDocumentIndex over TLS', () => {
  let server: Server;
  before(async () => {
    server = createServer({ key, cert, ca: cert, requestCert: true, rejectUnauthorized: true }, ({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const isMapping = url?.endsWith('/_mapping') === true;
      response.end(
        isMapping ? '{"x":{"mappings":{"_meta":{"schema_version":2}}}}' : '{"found":true,"_source":{"generation":"g"}}',
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  async function generationBy(tls: Pick<OpenSearchConfig, 'ca' | 'clientCertificate'>): Promise<string | undefined> {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const index = new OpenSearchDocumentIndex({
      url,
      auth: { kind: 'none' },
      indexPrefix: 'x',
      shards: 1,
      replicas: 0,
      timeoutMs: 2_000,
      ...tls,
    });
    return index.readGeneration().finally(() => index.close());
  }

  const refused = async (tls: Parameters<typeof generationBy>[0]) => {
    const outcome = await generationBy(tls).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(UnavailableError);
  };

  it('trusts the authority that it was given, and shows its own certificate', async () => {
    expect(await generationBy({ ca: cert, clientCertificate: { cert, key } })).to.equal('g');
  });

  it('trusts no other one', () => refused({ clientCertificate: { cert, key } }));

  it('is refused without a certificate of its own', () => refused({ ca: cert }));
});
