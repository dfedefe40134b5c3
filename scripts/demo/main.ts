/** `npm run demo`: writes a small handbook. With `--dir`: makes documents of files, searches and reads them back. */
import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { createClient, type Client, type PutAnswer, type SearchQuery } from '../../src/client/client.js';
import { mapConcurrently } from '../../src/platform/concurrently.js';
import { START, writeHandbook } from './handbook.js';
import { findMarkdown, readMarkdown, type PutFile } from './markdown-files.js';

const REVISED_EVERY = 5;
const SEARCHES = 60;
const PAGE = 50;
const READS_AT_ONCE = 16;

type Written = PutFile & { answer: PutAnswer };
type Demo = { client: Client; faults: string[] };

/** Every fifth document gets a second version. */
async function write({ client, faults }: Demo, files: readonly PutFile[]): Promise<Written[]> {
  const puts = [...files, ...files.filter((_, n) => n % REVISED_EVERY === 0).map(revised)];
  const written: Written[] = [];
  const seconds = stopwatch();
  for await (const { line, body, error } of client.bulk(puts)) {
    const put = puts[line - 1] as PutFile;
    if (error) faults.push(`${put.key} was refused: ${error.message}`);
    else written.push({ ...put, answer: body as PutAnswer });
  }
  const took = seconds();
  const count = (result: PutAnswer['result']) => written.filter(({ answer }) => answer.result === result).length;
  const blocks = written.reduce((sum, { answer }) => sum + answer.block_count, 0);
  const folders = new Set(written.map(({ answer }) => answer.folder_id)).size;
  console.log(`Written     ${files.length} documents in ${folders} folders, ${blocks} blocks`);
  console.log(`            ${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged`);
  console.log(`            ${took.toFixed(1)} s, ${Math.round(written.length / took)} writes/s\n`);
  return written;
}

function revised({ document, ...put }: PutFile): PutFile {
  const note = {
    type: 'quote',
    content: `**Revised.** The second version of \`${put.key}\`.`,
    metadata: null,
  } as const;
  return { ...put, document: { ...document, blocks: [note, ...document.blocks] } };
}

/** What to ask for, of a document that was written. */
const QUERIES: Readonly<Record<string, (one: Written, turn: number) => SearchQuery & { tag?: string }>> = {
  words: ({ document }, turn) => ({ text: document.title.split(' ').at(turn % 2 ? 0 : -1) ?? '' }),
  prefix: ({ document }, turn) => ({ q: beginning(document.title, 1 + (turn % 8)) }),
  tag: ({ document: { metadata } }, turn) => ({ tag: metadata.tags[turn % metadata.tags.length] ?? '' }),
  folder: ({ document, answer }) => ({ q: beginning(document.title, 1), folder_id: answer.folder_id }),
};

/** One after the other. Of each kind the last one is shown. */
async function search({ client }: Demo, written: readonly Written[]): Promise<void> {
  console.log('Searches        number       p50       p95  the last one');
  const asked = written.filter((_, n) => n % Math.ceil(written.length / SEARCHES) === 0);
  for (const [kind, queryOf] of Object.entries(QUERIES)) {
    const times: number[] = [];
    let last = '';
    for (const query of asked.map(queryOf).filter(({ tag }) => tag !== '')) {
      const titles: string[] = [];
      const seconds = stopwatch();
      for await (const { title } of client.searchDocuments({ ...query, limit: PAGE })) {
        if (titles.push(title) === PAGE) break;
      }
      times.push(1_000 * seconds());
      const many = titles.length === PAGE ? ' or more' : '';
      last = `${query.text ?? query.tag ?? query.q}: ${titles.length}${many}, first ${titles[0]}`;
    }
    times.sort((a, b) => a - b);
    const [p50, p95] = [0.5, 0.95].map((share) =>
      `${(times.at(share * times.length) ?? 0).toFixed(1)} ms`.padStart(10),
    );
    console.log(`by ${kind.padEnd(9)}${String(times.length).padStart(10)}${p50}${p95}  ${printable(last)}`);
  }
}

/** Each version by its number, and its document by key and by a search. */
async function readBack({ client, faults }: Demo, written: readonly Written[]): Promise<void> {
  const seconds = stopwatch();
  await mapConcurrently(written, READS_AT_ONCE, async ({ key, document, answer }) => {
    const { title, metadata, blocks } = await client.getVersion(answer.id, answer.version);
    const { id } = await client.getDocumentByKey(key);
    const pairs: Readonly<Record<string, [sent: unknown, received: unknown]>> = {
      title: [document.title, title],
      metadata: [document.metadata, metadata],
      blocks: [
        document.blocks,
        blocks.map((block) => ({ type: block.type, content: block.content, metadata: block.metadata })),
      ],
      identifier: [answer.id, id],
      result: [true, await isFound(client, { q: document.title, folder_id: answer.folder_id }, id)],
    };
    for (const [name, [sent, received]] of Object.entries(pairs)) {
      if (!isDeepStrictEqual(sent, received)) faults.push(`${key}, version ${answer.version}: another ${name}`);
    }
  });
  console.log(`\nRead back   ${written.length} versions in ${seconds().toFixed(1)} s, ${faults.length} faults`);
}

async function isFound(client: Client, query: SearchQuery, id: string): Promise<boolean> {
  for await (const result of client.searchDocuments(query)) if (result.id === id) return true;
  return false;
}

function beginning(title: string, characters: number): string {
  return Array.from(title).slice(0, characters).join('');
}

/** Titles are anybody's text. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, ' ').slice(0, 80);
}

function stopwatch(): () => number {
  const begunAt = performance.now();
  return () => (performance.now() - begunAt) / 1_000;
}

async function main(): Promise<readonly string[]> {
  const { dir, limit } = new Command('demo')
    .description('Writes a small handbook to the service at BASE with the API key KEY.')
    .option('--dir <folder>', 'write its Markdown files instead, search for them, and read all back')
    .option('--limit <number>', 'at most this many files', Number, Infinity)
    .parse()
    .opts<{ dir?: string; limit: number }>();
  const { BASE: url, KEY: apiKey } = process.env;
  if (!url || !apiKey) return ['BASE must be the address of a service, KEY an API key with all roles'];
  const demo: Demo = { client: createClient({ url, apiKey }), faults: [] };
  // A wrong address or key fails before the files are read.
  await demo.client.getLimits();
  if (dir === undefined) await showHandbook(demo, url);
  else await tryFiles(demo, dir, limit);
  return demo.faults;
}

async function showHandbook({ client }: Demo, url: string): Promise<void> {
  const answers = await writeHandbook(client);
  console.log(`Wrote ${answers.size} documents.`);
  console.log(`  the page     ${answers.get(START)?.url}`);
  console.log(`  the console  ${new URL('console', url).href}`);
}

async function tryFiles(demo: Demo, dir: string, limit: number): Promise<void> {
  const paths = (await findMarkdown(dir)).slice(0, limit);
  if (paths.length === 0) demo.faults.push(`there are no Markdown files in ${dir}`);
  const files = await mapConcurrently(paths, READS_AT_ONCE, (path) => readMarkdown(dir, path));
  const found = files.filter((file) => file !== undefined);
  if (found.length === 0) return;
  const written = await write(demo, found);
  await search(demo, written);
  await readBack(demo, written);
}

const faults = await main().catch((error: unknown) => [(error as Error).message]);
for (const fault of faults) console.error(`demo: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
