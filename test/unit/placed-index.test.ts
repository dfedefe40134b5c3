import { expect } from 'chai';
import type { FolderTrees } from '../../src/consistency/folder-trees.js';
import { placedIndex } from '../../src/consistency/placed-index.js';
import { FolderTree } from '../../src/domain/folders/folder-tree.js';
import { newId } from '../../src/domain/ids.js';
import { positionIn } from '../../src/domain/result-order.js';
import type { DocumentIndex, ListQuery } from '../../src/ports/document-index.js';
import { livingHead, newOwner } from '../support/factories.js';
import { turnsDuring } from '../support/turns-during.js';

/** As many as are read in place of documents that are hidden. */
const PAGES = 20;

describe('a list of documents that are hidden', () => {
  it('lets the event loop turn between pages that an index reads in one go', async () => {
    const owner = newOwner();
    const folderId = newId(owner);
    const tree = new FolderTree(owner);
    const at = '2026-03-14T15:09:26.535Z';
    tree.apply({ number: 1, writeId: 'w', at, changes: [{ kind: 'create', id: folderId, name: 'a', parentId: null }] });
    tree.apply({ number: 2, writeId: 'v', at, changes: [{ kind: 'drop', id: folderId }] });
    const hidden = livingHead({ owner, folderId });
    let pages = 0;
    const list = async () => {
      pages++;
      return { heads: [hidden], next: positionIn('title', hidden) };
    };
    const index = placedIndex(
      { list } as unknown as DocumentIndex,
      { current: async () => tree } as unknown as FolderTrees,
    );
    const query = { owner, order: 'title', limit: 1, after: undefined } as ListQuery;
    const turns = await turnsDuring(async () => {
      expect((await index.list(query)).heads).to.deep.equal([]);
    });
    // The first one is read again.
    expect(pages).to.equal(1 + PAGES);
    expect(turns).to.be.at.least(PAGES - 1);
  });
});
