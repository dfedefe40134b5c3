import { expect } from 'chai';
import type { FolderTrees } from '../../src/consistency/folder-trees.js';
import { Freshness } from '../../src/consistency/freshness.js';
import type { Actor } from '../../src/domain/api-key.js';
import { FolderTree } from '../../src/domain/folders/folder-tree.js';
import type { LivingHead } from '../../src/domain/head.js';
import { newId } from '../../src/domain/ids.js';
import { DOCUMENT_LIST_BYTES } from '../../src/domain/limits.js';
import { comparePositions, type ResultPosition } from '../../src/domain/result-order.js';
import { listDocuments } from '../../src/operations/list-documents.js';
import type { ListedPage, ListQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner } from '../support/factories.js';
import { byTitle, placeOf } from '../support/index-helpers.js';

const LARGE = 245_000;
const DEPTH = 100;

describe('listing documents', () => {
  let owner: string;
  let heads: LivingHead[];
  let tree: FolderTree;
  let queries: ListQuery[];
  let turns: number;
  /** The most heads that the index gives at once. */
  let atOnce: number;
  beforeEach(() => {
    owner = newOwner();
    [heads, queries, turns, atOnce] = [[], [], 0, Infinity];
    tree = new FolderTree(owner);
  });

  const index = {
    list: async (query: ListQuery): Promise<ListedPage> => {
      queries.push(query);
      const { after, limit, folderId, folderIds } = query;
      const rest = heads.filter((head) => !after || comparePositions('title', placeOf(head), after) > 0).sort(byTitle);
      const page = rest.slice(0, Math.min(limit, atOnce));
      const found = page.filter(
        (head) => (!folderId || head.folderId === folderId) && (!folderIds || folderIds.has(head.folderId)),
      );
      return { heads: found, next: page.length < rest.length ? placeOf(page.at(-1) as LivingHead) : undefined };
    },
  };
  type Asked = { limit?: number; after?: ResultPosition | undefined; folderId?: string; isRecursive?: boolean };
  const list = ({ limit = 200, after, folderId, isRecursive = false }: Asked = {}): Promise<ListedPage> => {
    const trees = { seen: async () => tree, find: async (_: string, id: string) => tree.folder(id) };
    const freshness = new Freshness({ refresh: async () => undefined });
    return listDocuments({ index, trees: trees as unknown as FolderTrees, freshness }, { owner } as Actor, {
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
    const add = (name: string, parentId: string | null = null): string => {
      const id = newId(owner);
      const number = tree.revision + 1;
      const changes = [{ kind: 'create', id, name, parentId }] as const;
      tree.apply({ number, writeId: '', at: new Date().toISOString(), changes });
      return id;
    };

    /** More than an index is asked for. */
    const addMany = (parentId: string): void => {
      for (let n = 0; n < 500; n++) add(`many ${n}`, parentId);
    };

    it('asks for all of them at once where they are few', async () => {
      const top = add('top');
      const low = add('low', top);
      for (const [more, isAsked] of [
        [498, true],
        [1, false],
      ] as const) {
        for (let n = 0; n < more; n++) add(`${n}`, low);
        queries = [];
        await list({ folderId: top, isRecursive: true });
        expect(queries[0]?.folderIds?.size).to.equal(isAsked ? 500 : undefined);
        expect(queries[0]?.folderIds?.has(low)).to.equal(isAsked ? true : undefined);
      }
    });

    it('looks at four times as many documents with each question, until there are enough', async () => {
      const top = add('top');
      addMany(top);
      heads = made(2_000, { folderId: newId(owner) });
      const last = livingHead({ owner, title: 'zzz', foldedTitle: 'zzz', folderId: top });
      heads.push(last);
      expect(await walk({ folderId: top, isRecursive: true, limit: 5 })).to.deep.equal([last]);
      expect(queries.slice(0, 5).map(({ limit }) => limit)).to.deep.equal([5, 20, 80, 200, 200]);
      queries = [];
      heads = made(10, { folderId: top });
      expect((await list({ folderId: top, isRecursive: true, limit: 5 })).heads).to.have.length(5);
      expect(queries).to.have.length(1);
    });

    it('ends a page when 4 MB were read, of documents elsewhere too', async () => {
      const [top, other] = [add('top'), add('other')];
      addMany(top);
      heads = made(40, { metadata: large() }).map((head, n) => ({ ...head, folderId: n % 20 ? other : top }));
      const sizes: number[] = [];
      const found = await walk({ folderId: top, isRecursive: true }, (page) => sizes.push(page.heads.length));
      expect(found).to.deep.equal([heads[0], heads[20]]);
      expect(sizes).to.deep.equal([1, 1, 0]);
    });

    it('knows a folder from its twin, also far below', async () => {
      const [top, twin] = [add('same'), add('same')];
      let at = top;
      for (let depth = 1; depth < DEPTH; depth++) at = add('f', at);
      heads = made(300, { folderId: at });
      for (const isMany of [false, true]) {
        if (isMany) for (const id of [top, twin]) addMany(id);
        expect(await walk({ folderId: top, isRecursive: true })).to.deep.equal(heads);
        expect(await walk({ folderId: twin, isRecursive: true })).to.deep.equal([]);
      }
    });
  });
});
