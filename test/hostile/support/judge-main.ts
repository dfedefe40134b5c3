/**
 * A process of its own that judges one body: prints CPU milliseconds of that, and of JSON.parse for the text of plain
 * paragraphs, each the first time, as in a new service.
 */
import { readConfig } from '../../../src/config/read-config.js';
import { createDocumentBody } from '../../../src/http/schemas/contents.js';
import { parseJson } from '../../../src/http/parse-json.js';
import { compileBody } from '../../../src/http/validate.js';
import { plainBody, WORST_BODIES } from './worst-bodies.js';

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const make = WORST_BODIES[process.argv[2] as string];
if (!make) throw new Error(`there is no body ${process.argv[2]}`);
const { limits } = readConfig({ MODE: 'embedded', DATA_DIR: '/nowhere' });
const check = compileBody(createDocumentBody(limits));
const body = Buffer.from(make());
const plain = plainBody();

let verdict = 'taken';
async function judge(): Promise<void> {
  try {
    check(await parseJson(body));
  } catch (error) {
    verdict = JSON.stringify((error as { details?: unknown }).details ?? String(error)).slice(0, 200);
  }
}

const reference = await cpuMs(() => JSON.parse(plain));
const judged = await cpuMs(judge);
process.stdout.write(JSON.stringify({ bytes: body.length, verdict, judged, reference }));
