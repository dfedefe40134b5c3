import { expect } from 'chai';
import { expectError, expectStatus, type Answer, type Client } from '../http/client.js';
import {
  create,
  createFolder,
  listFolders,
  listVersions,
  push,
  read,
  restoreOf,
  search,
  searchFor,
  unique,
  versionsOf,
  type Created,
  type MadeFolder,
  type NewVersion,
} from '../http/making.js';
import { keyed, range, saying } from '../races/support.js';

/** One request, and what must be so of it afterwards, when all backends are well. */
export type Attempt = {
  send(): Promise<Answer>;
  /**
   * Fails where what was answered is not so: an acknowledged write that is missing, or there twice; one of unknown
   * outcome that is there twice or in part, or whose repeat with its key makes another one.
   */
  check(answer: Answer): Promise<void>;
};

export type FaultedOperation = {
  success: number;
  kind: 'write' | 'read';
  /** It cannot do without the log. None of them can do without the index. */
  needsLog: boolean;
  /** It looks into the index by a search, not by an identifier. */
  searches: boolean;
  prepare(caller: Client, readable: Readable): Promise<Attempt>;
};

/** `unread`: a document that nobody has read yet, so that no process has a version of it. */
export type Readable = { id: string; unread: string; word: string; folderId: string };

const write = { kind: 'write', needsLog: true, searches: false, success: 201 } as const;

const WRITES: Record<string, FaultedOperation> = {
  'a create': {
    ...write,
    prepare: async (caller) => {
      const word = unique();
      return {
        send: () => caller.post('/v1/documents', saying(word)),
        check: async (answer) => {
          const ids = await idsOf(caller, word);
          expect(ids.length, 'documents made').to.be.at.most(1);
          if (answer.status === 201) expect(ids).to.deep.equal([(answer.body as Created).id]);
          for (const id of ids) await expectTitles(caller, id, [word]);
        },
      };
    },
  },
  'a keyed create': {
    ...write,
    prepare: async (caller) => {
      const [word, key] = [unique(), unique()];
      const send = () => caller.post<Created>('/v1/documents', saying(word), keyed(key));
      return {
        send,
        check: async (answer) => {
          const { id } = await expectRepeat(answer, send);
          expect(await idsOf(caller, word)).to.deep.equal([id]);
          await expectTitles(caller, id, [word]);
        },
      };
    },
  },
  'a push': {
    ...write,
    prepare: async (caller) => {
      const { id, title } = await create(caller, saying(unique()));
      const [word, key] = [unique(), unique()];
      const send = () => caller.post<NewVersion>(versionsOf(id), saying(word), keyed(key));
      return {
        send,
        check: async (answer) => {
          expect((await expectRepeat(answer, send)).version).to.equal(2);
          await expectTitles(caller, id, [title, word]);
        },
      };
    },
  },
  'a restore': {
    ...write,
    prepare: async (caller) => {
      const { id, title } = await create(caller, saying(unique()));
      const { title: second } = await push(caller, id, saying(unique()));
      const key = unique();
      const send = () => caller.post<NewVersion>(restoreOf(id, 1), undefined, keyed(key));
      return {
        send,
        check: async (answer) => {
          expect((await expectRepeat(answer, send)).version).to.equal(3);
          await expectTitles(caller, id, [title, second, title]);
        },
      };
    },
  },
  'a delete': {
    ...write,
    success: 204,
    prepare: async (caller) => {
      const { id, title } = await create(caller, saying(unique()));
      return {
        send: () => caller.delete(`/v1/documents/${id}`),
        check: async (answer) => {
          if (answer.status !== 204) {
            const repeat = await caller.delete(`/v1/documents/${id}`);
            expect(repeat.status, repeat.text).to.be.oneOf([204, 404]);
          }
          expectError(await caller.get(`/v1/documents/${id}`), 'DOCUMENT_NOT_FOUND');
          expectError(await caller.post(versionsOf(id), saying(title)), 'DOCUMENT_NOT_FOUND');
          expect(await idsOf(caller, title)).to.deep.equal([]);
        },
      };
    },
  },
  'a new folder': {
    ...write,
    prepare: async (caller) => {
      const [name, key] = [unique(), unique()];
      const send = () => caller.post<MadeFolder>('/v1/folders', { name }, keyed(key));
      return {
        send,
        check: async (answer) => {
          const { id } = await expectRepeat(answer, send);
          const named = (await listFolders(caller)).filter((folder) => folder.name === name);
          expect(named.map((folder) => folder.id)).to.deep.equal([id]);
        },
      };
    },
  },
};

const READS: Record<string, FaultedOperation> = {
  'a document': reading({ needsLog: true, searches: false, isNew: true }, ({ unread }) => `/v1/documents/${unread}`),
  'a document that was read': reading({ needsLog: false, searches: false }, ({ id }) => `/v1/documents/${id}`),
  'the versions': reading({ needsLog: false, searches: false }, ({ id }) => versionsOf(id)),
  'a search': reading({ needsLog: false, searches: true }, ({ word }) => searchFor({ q: word, limit: anotherLimit() })),
  'the folders': reading({ needsLog: false, searches: false }, ({ folderId }) => `/v1/folders?parent_id=${folderId}`),
};

export const OPERATIONS: Readonly<Record<string, FaultedOperation>> = { ...WRITES, ...READS };

/** What it answers is what it answered when all was well, or it is no answer at all. */
function reading(
  { isNew, ...needs }: Pick<FaultedOperation, 'needsLog' | 'searches'> & { isNew?: boolean },
  path: (read: Readable) => string,
): FaultedOperation {
  return {
    ...needs,
    kind: 'read',
    success: 200,
    prepare: async (caller, readable) => {
      const send = () => caller.get(path(readable));
      const before = isNew ? undefined : expectStatus(await send(), 200);
      return {
        send,
        check: async (answer) => {
          const after = expectStatus(await send(), 200);
          if (answer.status === 200) expect(answer.body).to.deep.equal(after);
          if (before !== undefined) expect(after).to.deep.equal(before);
        },
      };
    },
  };
}

/** What all operations that read look at: a document with two versions, and a folder that has one below it. */
export async function makeReadable(caller: Client): Promise<Readable> {
  const word = unique();
  const [{ id }, folder] = await Promise.all([create(caller, saying(word)), createFolder(caller)]);
  await push(caller, id, saying(word));
  await createFolder(caller, { parent_id: folder.id });
  const { id: unread } = await create(caller, saying(unique()));
  return { id, unread, word, folderId: folder.id };
}

let limits = 0;

/** No two searches that follow each other are for the same page, so that none is served from what is kept. */
function anotherLimit(): number {
  return 20 + (limits++ % 30);
}

/** A repeat with the same key: it answers what was answered, where that was a success. */
async function expectRepeat<T>(answer: Answer, send: () => Promise<Answer<T>>): Promise<T> {
  const repeat = expectStatus(await send(), 201);
  if (answer.status === 201) expect(repeat).to.deep.equal(answer.body);
  return repeat;
}

/** The document has these versions and no others, and a read and a search agree about the newest. */
async function expectTitles(caller: Client, id: string, titles: readonly string[]): Promise<void> {
  const { versions, current_version: newest } = await listVersions(caller, id);
  expect(versions.map(({ title }) => title)).to.deep.equal(titles);
  expect(versions.map(({ version }) => version)).to.deep.equal(range(1, titles.length));
  expect(newest).to.equal(titles.length);
  expect((await read(caller, id)).blocks[0]?.content).to.equal(titles.at(-1));
  expect(await idsOf(caller, titles.at(-1) as string)).to.deep.equal([id]);
}

async function idsOf(caller: Client, word: string): Promise<string[]> {
  return (await search(caller, { q: word })).results.map(({ id }) => id);
}
