import { exchange } from '../../http/exchange.js';

export type Posted = { id: string };

/** Makes a document; raises where that is not answered with 201. */
export async function post(url: string, key: string, value: object): Promise<Posted> {
  const body = JSON.stringify(value);
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const { status, text } = await exchange(url, { method: 'POST', path: '/v1/documents', headers, body });
  if (status !== 201) throw new Error(`a create was answered with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Posted;
}
