/**
 * A process of its own that checks one body, and then marks its content if it is to carry an Idempotency-Key. Prints
 * CPU milliseconds of each, and of JSON.parse for the text of plain paragraphs, each the first time, as in a new
 * service.
 */
import { readConfig } from '../../../src/config/read-config.js';
import { contentDigest } from '../../../src/domain/content/content-digest.js';
import type { Content } from '../../../src/domain/document.js';
import { contentOf } from '../../../src/http/routes/shared/content-of.js';
import { createDocumentBody } from '../../../src/http/schemas/contents.js';
import { parseScanned, scanBody } from '../../../src/http/body/parse-json.js';
import { compileBody } from '../../../src/http/validate.js';
import { plainBody, WORST_BODIES, WORST_KEYED_BODIES } from './worst-bodies.js';

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const [, , name = '', kind] = process.argv;
const isKeyed = kind === 'keyed';
const make = (isKeyed ? WORST_KEYED_BODIES : WORST_BODIES)[name];
if (!make) throw new Error(`there is no body ${name}`);
const { limits } = readConfig({ MODE: 'embedded', DATA_DIR: '/nowhere' });
const validate = compileBody(createDocumentBody(limits));
const body = Buffer.from(make());
const plain = plainBody();

let verdict = 'taken';
let content: Content | undefined;
async function check(): Promise<void> {
  try {
    const valid = validate(parseScanned(body, scanBody(body)));
    content = { title: valid.title ?? '', ...contentOf(valid) };
  } catch (error) {
    verdict = JSON.stringify((error as { details?: unknown }).details ?? String(error)).slice(0, 200);
  }
}

const reference = await cpuMs(() => JSON.parse(plain));
const checked = await cpuMs(check);
const marked = await cpuMs(() => (isKeyed && content ? contentDigest(content) : undefined));
process.stdout.write(JSON.stringify({ bytes: body.length, verdict, checked, marked, reference }));
