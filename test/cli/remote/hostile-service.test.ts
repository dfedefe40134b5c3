import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { newId } from '../../../src/domain/ids.js';
import { quire } from '../quire.js';
import { listenForKeys, type KeyListener } from './told-keys.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const EVIL = 'Evil\x1b[2J\x9b1m\r\nquire: done\u202e\u2066\u2028\x7f';
const AUTHOR = { key_id: EVIL, label: EVIL };
const ID = newId('me');

const DOCUMENT = {
  id: ID,
  title: EVIL,
  content_type: EVIL,
  visibility: EVIL,
  metadata: { [EVIL]: EVIL },
  current_version: EVIL,
  updated_at: EVIL,
  blocks: [{ id: EVIL, type: 'code', content: EVIL, metadata: { [EVIL]: EVIL } }],
};
const FOLDER = { id: EVIL, name: EVIL, path: `/${EVIL}`, updated_at: EVIL };
const CHANGED = { from: EVIL, to: EVIL };
const BLOCK = { type: EVIL, content: EVIL, metadata: { [EVIL]: EVIL } };
const WINDOW = { limit: EVIL, remaining: EVIL, resets_at: EVIL };

/** By the end of the path. */
const ANSWERS: readonly [RegExp, number, object][] = [
  [
    /\/diff\/2$/,
    200,
    {
      document_id: EVIL,
      from: { version: EVIL, created_at: EVIL },
      to: { version: EVIL, created_at: EVIL },
      fields: {
        title: {
          ...CHANGED,
          spans: [
            { op: 'equal', text: EVIL.repeat(50) },
            { op: EVIL, text: EVIL },
          ],
        },
        content_type: CHANGED,
        metadata: { from: DOCUMENT.metadata, to: EVIL },
        visibility: CHANGED,
        folder_id: CHANGED,
      },
      blocks: [
        { change: 'kept', from: EVIL, to: EVIL, count: EVIL },
        { change: 'moved', from: EVIL, to: EVIL },
        { change: 'added', to: EVIL, block: BLOCK },
        { change: 'removed', from: EVIL, block: BLOCK },
        {
          change: 'changed',
          from: EVIL,
          to: EVIL,
          type: CHANGED,
          metadata: { from: BLOCK, to: null },
          content: CHANGED,
        },
      ],
    },
  ],
  [/\/restore$/, 201, { id: EVIL, version: 2, title: EVIL }],
  [
    /\/versions\b/,
    200,
    { versions: [{ version: EVIL, title: EVIL, block_count: EVIL, created_at: EVIL, author: AUTHOR }] },
  ],
  [/\/search\b/, 200, { results: [{ ...DOCUMENT, id: EVIL }], next_cursor: null }],
  [
    /\/limits$/,
    200,
    {
      plan: EVIL,
      requests: { minute: WINDOW, day: { limit: 1, remaining: 0, resets_at: EVIL } },
      stored_bytes: { day: WINDOW },
      documents: { month: WINDOW },
    },
  ],
  [/\/documents\?/, 200, { documents: [], next_cursor: null }],
  [/\/folders\?/, 200, { folders: [FOLDER] }],
  [/\/folders\//, 200, FOLDER],
  [new RegExp(`/${ID}$`), 200, DOCUMENT],
  [/./, 404, { error: { code: EVIL, message: EVIL, details: { [EVIL]: EVIL } } }],
];

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.accept === 'text/markdown') {
    response.writeHead(200, { ETag: '"1-md"' }).end(EVIL);
    return;
  }
  const [, status, body] = ANSWERS.find(([path]) => path.test(url))!;
  response.writeHead(status, { ETag: '"1"' }).end(JSON.stringify(body));
}

describe('cli: a service that would steer the terminal', () => {
  let service: KeyListener;
  let home: string;
  before(async () => {
    service = await listenForKeys(answer);
    home = temporaryFolder();
    for (let n = 0; n < 501; n++) await writeFile(join(home, `${n}.md`), '# x\n');
  });
  after(async () => {
    service.close();
  });

  const run = (...args: string[]) => quire({ HOME: home, QUIRE_URL: service.url, QUIRE_API_KEY: 'key' }, ...args);

  const COMMANDS: [number, string[]][] = [
    [0, ['search', 'x']],
    [0, ['versions', ID]],
    [0, ['diff', ID, '1', '2']],
    [0, ['restore', ID, '1']],
    [0, ['limits']],
    [0, ['ls']],
    [0, ['mv', ID, '/']],
    [1, ['get', 'a-key']],
    [4, ['push', '.']],
  ];
  for (const [code, args] of COMMANDS) {
    it(`is only shown what it says: ${args[0]}`, async () => {
      const given = args.map((each) => (each === '.' ? home : each));
      const text = await run(...given);
      expect(text.code, text.stderr).to.equal(code);
      expect(text.stdout + text.stderr).to.match(/^[\n\x20-\x7e…·→]+$/);
      // A restore prints a number alone of what the service says.
      const shown = args[0] === 'restore' ? 'as version 2' : 'Evil\\u{1b}[2J\\u{9b}1m\\u{d}';
      expect(text.stdout + text.stderr).to.include(shown);
      expect(text.stdout + text.stderr).not.to.match(args[0] === 'diff' ? /^$/ : /^quire: done/m);
      const json = await run(...given, '--json');
      expect(json.stdout + json.stderr).to.match(/^[\n\x20-\x7e]+$/);
      for (const line of (json.stdout + json.stderr).trimEnd().split('\n')) JSON.parse(line);
    });
  }

  it('is written into a file as it is', async () => {
    expect((await run('get', ID)).stdout).to.include(EVIL);
    const [document] = (await run('get', ID, '--json')).stdout.split('\n');
    expect(JSON.parse(document!)).to.deep.equal({ ...DOCUMENT, etag: '"1"' });
  });
});
