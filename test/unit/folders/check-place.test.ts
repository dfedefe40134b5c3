import { expect } from 'chai';
import type { QuireError } from '../../../src/domain/errors.js';
import type { FolderNode } from '../../../src/domain/folders/changes.js';
import { FolderTree } from '../../../src/domain/folders/folder-tree.js';
import { FOLDERS, FOLDERS_BELOW_A_MOVE, FOLDERS_BYTES } from '../../../src/domain/limits.js';
import { checkMove, checkNewPlaces } from '../../../src/operations/folders/check-place.js';
import { newOwner } from '../../support/factories.js';

const AT = '2026-03-14T15:09:26.535Z';
const NODE: FolderNode = {
  id: 'a',
  name: 'a',
  parentId: null,
  createdAt: AT,
  updatedAt: AT,
  revision: 1,
  state: 'living',
  closedBy: 0,
  marks: [],
};
const ALLOWED = { limits: { folderDepth: 100 }, faultsAt: '/name' };

describe('the room for folders of an owner', () => {
  const codeOf = (check: () => void): string | undefined => {
    try {
      check();
    } catch (error) {
      return (error as QuireError).code;
    }
    return undefined;
  };

  it('has an end in bytes, deleted folders and Idempotency-Keys included, so that the log of it can be read', () => {
    const tree = new FolderTree(newOwner());
    const mark = { key: 'k'.repeat(22), request: 'r'.repeat(22), revision: 1 };
    const marks = Array.from({ length: 20 }, () => mark);
    const checks = {
      create: () => checkNewPlaces(tree, { parentId: null, names: ['b'] }, ALLOWED),
      lengthen: () => checkMove(tree, { node: NODE, parentId: null, name: 'longer' }, ALLOWED),
      shorten: () => checkMove(tree, { node: NODE, parentId: null, name: 'b' }, ALLOWED),
    };
    const codes = () => Object.values(checks).map(codeOf);
    tree.add(NODE);
    while (tree.bytes <= FOLDERS_BYTES) {
      expect(codes()).to.deep.equal([undefined, undefined, undefined]);
      const names = { name: 'n'.repeat(250), marks };
      for (let n = 0; n < 20_000; n++) tree.add({ ...NODE, ...names, id: `${tree.size}`, state: 'deleted' });
    }
    expect(codes()).to.deep.equal(['LIMIT_REACHED', 'LIMIT_REACHED', undefined]);
  });

  it('has an end in their number, without deleted ones', () => {
    const tree = new FolderTree(newOwner());
    const codeWith = (...names: string[]) => codeOf(() => checkNewPlaces(tree, { parentId: null, names }, ALLOWED));
    for (let n = 0; n < FOLDERS - 1; n++) tree.add({ ...NODE, id: `${FOLDERS + n}` });
    tree.add({ ...NODE, id: 'deleted', state: 'deleted' });
    expect([codeWith('b'), codeWith('b', 'c')]).to.deep.equal([undefined, 'LIMIT_REACHED']);
    tree.add({ ...NODE, id: 'last' });
    expect(codeWith('b')).to.equal('LIMIT_REACHED');
  });

  it('has an end below a folder that a move makes deeper, or whose path it makes longer', () => {
    const tree = new FolderTree(newOwner());
    for (const node of [NODE, { ...NODE, id: 'b', name: 'b' }]) tree.add(node);
    const codes = () =>
      [
        { parentId: 'b', name: 'a' },
        { parentId: null, name: 'longer' },
        { parentId: null, name: 'b' },
      ].map((place) => codeOf(() => checkMove(tree, { node: NODE, ...place }, ALLOWED)));
    for (let n = 0; n < FOLDERS_BELOW_A_MOVE; n++) tree.add({ ...NODE, id: `${FOLDERS + n}`, parentId: 'a' });
    expect(codes()).to.deep.equal([undefined, undefined, undefined]);
    tree.add({ ...NODE, id: 'last', parentId: 'a' });
    expect(codes()).to.deep.equal(['LIMIT_REACHED', 'LIMIT_REACHED', undefined]);
  });
});
