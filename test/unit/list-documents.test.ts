import { expect } from 'chai';
import { FolderCache } from '../../src/consistency/folder-cache.js';
import { Freshness } from '../../src/consistency/freshness.js';
import type { Actor } from '../../src/domain/api-key.js';
import type { Folder } from '../../src/domain/folder.js';
import type { LivingHead } from '../../src/domain/head.js';
import { newId } from '../../src/domain/ids.js';
import { DOCUMENT_LIST_BYTES } from '../../src/domain/limits.js';
import { comparePositions, type ResultPosition } from '../../src/domain/result-order.js';
import { listDocuments } from '../../src/operations/list-documents.js';
import type { ListedPage, ListQuery } from '../../src/ports/document-index.js';
import { folder as newFolder, livingHead, newOwner } from '../support/factories.js';
import { byTitle, placeOf } from '../support/index-helpers.js';

const LARGE = 245_000;
const CHAINS = 60;
const DEPTH = 100;
const MOST_PARENTS = 2_000;

describe('listing documents', () => {
  let owner: string;
  let heads: LivingHead[];
  let folders: Map<string, Folder>;
  let queries: ListQuery[];
  let folderReads: number;
  let turns: number;
  /** The most heads that the index gives at once. */
  let atOnce: number;
  beforeEach(() => {
    owner = newOwner();
    [heads, queries, folderReads, turns, atOnce] = [[], [], 0, 0, Infinity];
    folders = new Map();
  });

  const index = {
    list: async (query: ListQuery): Promise<ListedPage> => {
      queries.push(query);
      const { after, limit, folderId } = query;
      const rest = heads.filter((head) => !after || comparePositions('title', placeOf(head), after) > 0).sort(byTitle);
      const page = rest.slice(0, Math.min(limit, atOnce));
      const found = page.filter((head) => folderId === undefined || head.folderId === folderId);
      return { heads: found, next: page.length < rest.length ? placeOf(page.at(-1) as LivingHead) : undefined };
    },
  };
  const readFolders = async (ids: readonly string[]) => {
    folderReads += ids.length;
    return ids.map((id) => folders.get(id));
  };

  type Asked = { limit?: number; after?: ResultPosition | undefined; folderId?: string; isRecursive?: boolean };
  const list = ({ limit = 200, after, folderId, isRecursive = false }: Asked = {}): Promise<ListedPage> => {
    const readFolder = async (id: string) => (await readFolders([id]))[0];
    const folderCache = new FolderCache({ readFolder, readFolders });
    const freshness = new Freshness({ refresh: async () => undefined });
    return listDocuments({ index, folderCache, freshness }, { owner } as Actor, {
      ...{ limit, after, folderId, isRecursive, order: 'title' as const, reading: undefined },
      onSize: () => undefined,
      turn: async () => {
        turns++;
      },
    });
  };

  /** All pages. Each must move on. */
  async function walk(asked: Asked, look: (page: ListedPage) => void = () => undefined): Promise<LivingHead[]> {
    const all: LivingHead[] = [];
    for (let after: ResultPosition | undefined; ;) {
      const page = await list({ ...asked, after });
      look(page);
      all.push(...page.heads);
      if (!page.next) return all;
      if (after) expect(comparePositions('title', page.next, after)).to.be.above(0);
      after = page.next;
    }
  }

  const made = (count: number, parts: Partial<LivingHead> = {}) =>
    Array.from({ length: count }, () => livingHead({ owner, ...parts })).sort(byTitle);
  const large = () => JSON.stringify({ a: 'x'.repeat(LARGE) });

  it('ends a page before it has more than 4 MB, and goes on after its last document', async () => {
    heads = made(40, { metadata: large() });
    for (atOnce of [Infinity, 3]) {
      const sizes: number[] = [];
      const found = await walk({}, (page) => sizes.push(page.heads.length));
      expect(found).to.deep.equal(heads);
      expect(sizes).to.deep.equal([16, 16, 8]);
    }
  });

  it('has a document that alone is larger', async () => {
    heads = made(3, { metadata: JSON.stringify('x'.repeat(DOCUMENT_LIST_BYTES)) });
    const sizes: number[] = [];
    expect(await walk({}, (page) => sizes.push(page.heads.length))).to.deep.equal(heads);
    expect(sizes).to.deep.equal([1, 1, 1]);
  });

  it('has whole pages of small documents with one question, also with the longest titles and keys', async () => {
    heads = made(450, { title: '\u0000'.repeat(500), byKey: { key: '\u0001'.repeat(512), life: 1 } });
    const sizes: number[] = [];
    await walk({}, (page) => sizes.push(page.heads.length));
    expect([sizes, queries.length, turns]).to.deep.equal([[200, 200, 50], 3, 0]);
  });

  it('asks for no more than the limit, and lets the event loop turn between two questions', async () => {
    heads = made(30);
    atOnce = 2;
    const { heads: found } = await list({ limit: 5 });
    expect(found).to.deep.equal(heads.slice(0, 5));
    expect(queries.map(({ limit }) => limit)).to.deep.equal([5, 3, 1]);
    expect(turns).to.equal(2);
  });

  it('ends a page after ten questions', async () => {
    heads = made(30);
    atOnce = 1;
    const { heads: found, next } = await list({ limit: 20 });
    expect([found.length, queries.length]).to.deep.equal([10, 10]);
    expect(next).to.deep.equal(placeOf(heads[9] as LivingHead));
  });

  describe('with the folders below a folder', () => {
    const add = (name: string, parent?: Folder): Folder => {
      const path = `${parent?.path ?? ''}/${name}`;
      const made = newFolder({ owner, name, path, parentId: parent?.id ?? null, depth: parent ? parent.depth + 1 : 0 });
      folders.set(made.id, made);
      return made;
    };
    /** Ends of chains of folders, each of its own. */
    const chains = (top: Folder): Folder[] =>
      Array.from({ length: CHAINS }, (_, n) => {
        let at = add(`c${n}`, top);
        for (let depth = 2; depth < DEPTH; depth++) at = add('f', at);
        return at;
      });

    it('looks at four times as many documents with each question, until there are enough', async () => {
      const top = add('top');
      heads = made(2_000, { folderId: newId(owner) });
      const last = livingHead({ owner, title: 'zzz', foldedTitle: 'zzz', folderId: top.id });
      heads.push(last);
      expect(await walk({ folderId: top.id, isRecursive: true, limit: 5 })).to.deep.equal([last]);
      expect(queries.slice(0, 5).map(({ limit }) => limit)).to.deep.equal([5, 20, 80, 200, 200]);
      queries = [];
      heads = made(10, { folderId: top.id });
      expect((await list({ folderId: top.id, isRecursive: true, limit: 5 })).heads).to.have.length(5);
      expect(queries).to.have.length(1);
    });

    it('ends a page when 4 MB were read, of documents elsewhere too', async () => {
      const [top, other] = [add('top'), add('other')];
      heads = made(40, { metadata: large() }).map((head, n) => ({ ...head, folderId: (n % 20 ? other : top).id }));
      const sizes: number[] = [];
      const found = await walk({ folderId: top.id, isRecursive: true }, (page) => sizes.push(page.heads.length));
      expect(found).to.deep.equal([heads[0], heads[20]]);
      expect(sizes).to.deep.equal([1, 1, 0]);
    });

    it('reads at most 2,000 parents a page, turns each 100, and still has every document once', async () => {
      const [top, twin] = [add('same'), add('same')];
      heads = chains(top).map((each, n) => livingHead({ owner, folderId: each.id, title: `d${100 + n}` }));
      for (const [asked, expected] of [
        [top, heads],
        [twin, []],
      ] as const) {
        const found = await walk({ folderId: asked.id, isRecursive: true }, () => {
          // Beside the folders of the documents, and the one that is listed.
          expect(folderReads).to.be.at.most(MOST_PARENTS + CHAINS + 1);
          expect(turns).to.be.at.least(Math.floor((folderReads - CHAINS) / 200));
          [folderReads, turns] = [0, 0];
        });
        expect(found).to.deep.equal(expected);
      }
    });

    it('reads a parent once, and whole levels with one question', async () => {
      const top = add('top');
      let at = top;
      for (let depth = 0; depth < 20; depth++) at = add('f', at);
      const ends = Array.from({ length: 150 }, (_, n) => add(`e${n}`, at));
      const between = [...folders.values()].filter(({ name }) => name === 'f');
      heads = [...ends, ...between].map(({ id }) => livingHead({ owner, folderId: id }));
      expect((await list({ folderId: top.id, isRecursive: true })).heads).to.have.length(170);
      expect(folderReads).to.equal(171);
    });
  });
});
