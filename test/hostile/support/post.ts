import { setTimeout as delay } from 'node:timers/promises';
import { exchange } from '../../http/exchange.js';

export type Posted = { id: string };

/** A service that has just begun may be busy. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/** Makes a document, also where that needs more than one attempt; raises where it is not answered with 201. */
export async function post(url: string, key: string, value: object): Promise<Posted> {
  const body = JSON.stringify(value);
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const send = () => exchange(url, { method: 'POST', path: '/v1/documents', headers, body });
  const giveUpAt = performance.now() + PATIENCE_MS;
  let { status, text } = await send();
  while (status === 503 && performance.now() < giveUpAt) {
    await delay(PAUSE_MS);
    ({ status, text } = await send());
  }
  if (status !== 201) throw new Error(`a create was answered with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Posted;
}
