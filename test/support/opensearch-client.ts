import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Client, type ClientOptions } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { OpenSearchAuth, OpenSearchConfig } from '../../../config/config.js';
import { overUndici } from './undici-connection.js';

/** Sends each request once, to one address: `Cluster` has the retries and deadlines. */
export function makeClient(options: OpenSearchConfig): Client {
  const auth = authOf(options.auth);
  return new Client({
    node: options.url,
    maxRetries: 0,
    // The ping that revives a dead connection never reads its answer, and one address needs no revival.
    resurrectStrategy: 'none',
    // The guard makes answers with a `__proto__` key throw. Clients' keys appear only inside one JSON string.
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
