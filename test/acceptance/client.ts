import { Client } from '../http/client.js';
import { baseUrl } from './target.js';

/** A caller with this key, or with none. */
export function makeClient(apiKey?: string): Client {
  return new Client(baseUrl(), apiKey === undefined ? {} : { 'X-API-Key': apiKey });
}
