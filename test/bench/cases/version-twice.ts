import { Agent, get } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { HttpProxy } from '../../support/http-proxy.js';
import type { Bench } from '../bench.js';
import { compare, type Row } from '../report/row.js';
import { WriteSite } from '../support/write-site.js';

const READS = 2;

/**
 * How often S3 is asked for a version that is read twice, counted in front of S3. Both reads come over one connection:
 * of several processes the same one answers them, and what one of them keeps is not the other's.
 */
export async function versionTwice(bench: Bench): Promise<Row> {
  const env = await bench.emptyPlace();
  let gets = 0;
  const proxy = await HttpProxy.start(env['S3_ENDPOINT'] as string, async (exchange) => {
    const { method, path } = exchange.request;
    if (method === 'GET' && /\/versions\/\d+\.json/.test(path)) gets++;
    exchange.answer(await exchange.forward());
  });
  const site = await WriteSite.open(bench, { ...env, S3_ENDPOINT: proxy.url });
  const [id] = await site.makeDocuments(1);
  gets = 0;
  await readTwice(`${site.service.url}/v1/documents/${id}/versions/1`, site.key);
  await site.service.stop();
  await proxy.close();
  return compare({
    key: 'reads/version twice/S3 GETs',
    unit: '',
    reference: 'reads of it',
    better: 'lower',
    own: [gets],
    against: [READS],
  });
}

async function readTwice(url: string, key: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < READS; n++) {
    const [answer] = (await once(get(url, { agent, headers: { 'X-API-Key': key } }), 'response')) as [IncomingMessage];
    const body = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}: ${body}`);
  }
  agent.destroy();
}
