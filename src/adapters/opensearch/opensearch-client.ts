import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Client, type ClientOptions } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { OpenSearchAuth, OpenSearchConfig } from '../../config/config.js';
import { overUndici } from './undici-connection.js';

/**
 * A client that asks one address once; repeating and deadlines are `Cluster`'s business. `resurrectStrategy:
 * none`: the ping that would bring back a dead connection never reads its answer, and with one address there
 * is nothing to bring back. Its guard against `__proto__` keys would make every answer that holds one throw;
 * in this index clients' own keys appear only inside one JSON string, so there is nothing to guard against.
 */
export function makeClient(options: OpenSearchConfig): Client {
  const auth = authOf(options.auth);
  return new Client({
    node: options.url,
    maxRetries: 0,
    resurrectStrategy: 'none',
    disablePrototypePoisoningProtection: true,
    ...auth,
    Connection: overUndici(auth.Connection),
    ...tlsOf(options),
  });
}

function authOf(auth: OpenSearchAuth): ClientOptions {
  if (auth.kind === 'none') return {};
  if (auth.kind === 'basic') return { auth: { username: auth.username, password: auth.password } };
  const getCredentials = defaultProvider();
  const { region, service } = auth;
  return AwsSigv4Signer({ region, service, getCredentials: () => getCredentials() });
}

function tlsOf({ ca, clientCertificate }: OpenSearchConfig): ClientOptions {
  if (ca === undefined && clientCertificate === undefined) return {};
  return { ssl: { ...(ca === undefined ? {} : { ca }), ...clientCertificate } };
}
