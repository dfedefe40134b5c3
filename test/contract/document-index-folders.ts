import { expect } from 'chai';
import type { Folder } from '../../src/domain/folder.js';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex, FolderQuery } from '../../src/ports/document-index.js';
import { folder, newOwner } from '../support/factories.js';
import { addFolders, allFolders, byBytes } from '../support/index-helpers.js';

export function folderFacts(index: () => DocumentIndex): void {
  describe('folders', () => {
    const list = async (owner: string, conditions: Partial<FolderQuery> = {}) => {
      await index().refresh();
      return index().listFolders({ owner, parentId: null, limit: 1_000, ...conditions });
    };

    it('come back with every field as written, at once', async () => {
      const made = folder({ name: 'Ünï 😀', parentId: newId('x'), path: '/a/Ünï 😀', depth: 1 });
      expect(await index().createFolder(made)).to.equal('created');
      expect(await index().readFolder(made.id)).to.deep.equal(made);
      expect(await list(made.owner, { parentId: made.parentId })).to.deep.equal([made]);
    });

    it('that were never made read as undefined', async () => {
      expect(await index().readFolder(newId('nobody'))).to.equal(undefined);
    });

    it('are made once', async () => {
      const made = folder({ name: 'first' });
      await index().createFolder(made);
      expect(await index().createFolder({ ...made, name: 'second', path: '/second' })).to.equal('exists');
      expect(await index().readFolder(made.id)).to.deep.equal(made);
      expect(await list(made.owner)).to.deep.equal([made]);
    });

    it('are made by exactly one of 20 racers', async () => {
      const made = folder();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, depth) => index().createFolder({ ...made, depth })),
      );
      expect(outcomes.filter((outcome) => outcome === 'created')).to.have.length(1);
      expect((await list(made.owner)).map(({ depth }) => depth)).to.deep.equal([outcomes.indexOf('created')]);
    });

    it('are listed by the bytes of their names, then by identifier, in pages', async () => {
      const owner = newOwner();
      const names = [
        'b',
        'B',
        'a',
        'a b',
        'a-b',
        'ab',
        '\uff5e',
        '😀',
        'é',
        'z',
        'Z',
        '10',
        '9',
        'a',
        'x'.repeat(255),
        '😀'.repeat(255),
        `${'😀'.repeat(254)}!`,
      ];
      const made = names.map((name) => folder({ owner, name }));
      for (const each of made) await index().createFolder(each);
      const sorted = [...made].sort(byPlace);
      expect(await list(owner)).to.deep.equal(sorted);
      for (let at = 1; at <= names.length; at += 3) {
        expect(await list(owner, { after: sorted[at - 1], limit: 3 })).to.deep.equal(sorted.slice(at, at + 3));
      }
    });

    it('are listed page after page, each beginning after the last folder of the one before', async () => {
      const owner = newOwner();
      const names = Array.from({ length: 1_200 }, (_, i) => (i < 40 ? 'same' : String(i).padStart(4, '0')));
      const made = names.map((name) => folder({ owner, name })).sort(byPlace);
      await addFolders(index(), made);
      await index().refresh();
      for (const limit of [1_000, 600, 37]) {
        expect(await allFolders(index(), { owner, parentId: null, limit })).to.deep.equal(made);
      }
      expect(await list(owner)).to.deep.equal(made.slice(0, 1_000));
    });

    it('are listed after a place where none stands', async () => {
      const owner = newOwner();
      const made = ['a', 'a', 'a', 'b', 'é', '😀'].map((name) => folder({ owner, name })).sort(byPlace);
      await addFolders(index(), made);
      const [first] = made;
      expect(await list(owner, { after: { name: 'a', id: '0'.repeat(24) } })).to.deep.equal(made);
      expect(await list(owner, { after: { name: 'a', id: 'z'.repeat(24) } })).to.deep.equal(made.slice(3));
      expect(await list(owner, { after: { name: 'aa', id: '0'.repeat(24) } })).to.deep.equal(made.slice(3));
      expect(await list(owner, { after: first, limit: 2 })).to.deep.equal(made.slice(1, 3));
      expect(await list(owner, { after: made.at(-1) })).to.deep.equal([]);
    });

    it('are listed directly below their parent only, and only for their owner', async () => {
      const owner = newOwner();
      const top = folder({ owner, name: 'top' });
      const child = folder({ owner, name: 'child', parentId: top.id, depth: 1 });
      const grandchild = folder({ owner, name: 'grandchild', parentId: child.id, depth: 2 });
      const strange = folder({ name: 'strange' });
      for (const each of [top, child, grandchild, strange]) await index().createFolder(each);
      expect(await list(owner)).to.deep.equal([top]);
      expect(await list(owner, { parentId: top.id })).to.deep.equal([child]);
      expect(await list(owner, { parentId: child.id })).to.deep.equal([grandchild]);
      expect(await list(owner, { parentId: grandchild.id })).to.deep.equal([]);
      expect(await list(strange.owner, { parentId: top.id })).to.deep.equal([]);
    });
  });
}

const byPlace = (a: Folder, b: Folder): number => byBytes(a.name, b.name) || byBytes(a.id, b.id);
