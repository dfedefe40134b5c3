import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { projectRoot } from '../../scripts/stack/project-root.js';
import type { OpenSearchConfig } from '../../src/config/config.js';
import { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

/** Made for these tests and signed by itself: for 127.0.0.1, until 2126. */
const pem = (name: string) => readFileSync(join(projectRoot(), 'test/contract/tls', `${name}.pem`), 'utf8');
const [key, cert] = [pem('key'), pem('certificate')];

function answerTo(url: string): string {
  if (url.endsWith('/_mapping')) return '{"x":{"mappings":{"_meta":{"schema_version":6}}}}';
  if (url.includes('/_search')) return '{"timed_out":false,"_shards":{"total":1,"failed":0},"hits":{"hits":[]}}';
  return '{"found":true,"_source":{"generation":"g"}}';
}

describe('OpenSearchDocumentIndex over TLS', () => {
  let server: Server;
  before(async () => {
    server = createServer({ key, cert, ca: cert, requestCert: true, rejectUnauthorized: true }, ({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answerTo(url ?? ''));
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

  it('trusts the authority that it was given, and shows its own certificate', async () => {
    expect(await generationBy({ ca: cert, clientCertificate: { cert, key } })).to.equal('g');
  });

  it('trusts no other one', async () => {
    await expectUnavailable(generationBy({ clientCertificate: { cert, key } }), /self-signed certificate/);
  });

  it('is refused without a certificate of its own', async () => {
    const refusals: (string | undefined)[] = [];
    server.on('tlsClientError', ({ code }: NodeJS.ErrnoException, _socket: TLSSocket) => refusals.push(code));
    await expectUnavailable(generationBy({ ca: cert }), /other side closed/);
    expect(new Set(refusals)).to.deep.equal(new Set(['ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE']));
  });
});
