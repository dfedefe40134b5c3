import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex, FolderQuery } from '../../src/ports/document-index.js';
import { folder, newOwner } from '../support/factories.js';
import { byBytes } from '../support/index-helpers.js';

export function folderFacts(index: () => DocumentIndex): void {
  describe('folders', () => {
    const list = async (owner: string, conditions: Partial<FolderQuery> = {}) => {
      await index().refresh();
      return index().listFolders({ owner, parentId: null, limit: undefined, offset: 0, ...conditions });
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
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, depth) =>
        index().createFolder({ ...made, depth })));
      expect(outcomes.filter((outcome) => outcome === 'created')).to.have.length(1);
      expect((await list(made.owner)).map(({ depth }) => depth)).to.deep.equal([outcomes.indexOf('created')]);
    });

    it('are listed by the bytes of their names, then by identifier, in pages', async () => {
      const owner = newOwner();
      const names = ['b', 'B', 'a', 'a b', 'a-b', 'ab', '\uff5e', '😀', 'é', 'z', 'Z', '10', '9', 'a', 'x'.repeat(255),
        '😀'.repeat(255), `${'😀'.repeat(254)}!`];
      const made = names.map((name) => folder({ owner, name }));
      for (const each of made) await index().createFolder(each);
      const sorted = [...made].sort((a, b) => byBytes(a.name, b.name) || byBytes(a.id, b.id));
      expect(await list(owner)).to.deep.equal(sorted);
      for (let offset = 0; offset <= names.length; offset += 3) {
        expect(await list(owner, { offset, limit: 3 })).to.deep.equal(sorted.slice(offset, offset + 3));
      }
      expect(await list(owner, { offset: 2 ** 31 - 1 })).to.deep.equal([]);
    });

    it('are all listed without a limit, and from an offset on', async () => {
      const owner = newOwner();
      const made = Array.from({ length: 1200 }, (_, i) => folder({ owner, name: String(i).padStart(4, '0') }));
      await Promise.all(made.map((each) => index().createFolder(each)));
      expect(await list(owner)).to.deep.equal(made);
      expect(await list(owner, { offset: 1100 })).to.deep.equal(made.slice(1100));
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
