import { expect } from 'chai';
import { differenceOf, makeContent, type ShownContent } from '../support/oracle/contents.js';
import { NO_FILE } from '../support/oracle/files.js';
import { DocumentRecord, type Write, type WriteKind } from '../support/oracle/document-record.js';
import { faultsOfHistory } from '../support/oracle/check-history.js';
import type { ShownResult, WorldQuery } from '../support/oracle/check-search.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { World } from '../support/oracle/world.js';

const at = (second: number) => `2026-03-05T10:20:${String(second).padStart(2, '0')}.000Z`;

describe('soak: the oracle', () => {
  let faults: string[];
  let world: World;
  let record: DocumentRecord;

  beforeEach(() => {
    faults = [];
    world = new World((fault) => {
      faults.push(fault);
    });
    record = world.newDocument(undefined, new SeededRandom(1));
    record.id = 'first';
  });

  const sightOf = (word: string, version: number) => ({
    title: `${record.identity.name} ${word}`,
    createdAt: at(version),
  });

  function send(kind: WriteKind, word: string, of: Partial<Write> = {}): Write {
    return record.begin({ kind, word, ...of });
  }

  function answer(write: Write, version: number): void {
    record.acknowledge(write, record.look(), version, sightOf(write.word, version));
  }

  /** A document at version 2, both of them acknowledged. */
  function makeTwo(): void {
    answer(send('create', 'one'), 1);
    answer(send('push', 'two'), 2);
  }

  const check = () => {
    const { writes, sights } = record;
    return faultsOfHistory({ writes, sights, current: Math.max(...sights.keys()) });
  };

  describe('of a whole document', () => {
    it('finds nothing in one whose writes are all there, once', () => {
      makeTwo();
      answer(send('restore', 'one', { source: 1 }), 3);
      send('push', 'lost');
      send('push', 'late');
      record.learn(4, sightOf('late', 4));
      expect([...faults, ...check()]).to.deep.equal([]);
    });

    it('finds an acknowledged write that is missing, and one in the place of another', () => {
      makeTwo();
      record.sights.delete(2);
      record.sights.set(3, sightOf('three', 3));
      expect(check().join()).to.contain('version 2 of 3 is missing').and.contain('push was acknowledged as 2');
      record.sights.set(2, sightOf('one', 2));
      expect(check().join()).to.contain('push was acknowledged as 2').and.contain('one is at 1,2');
    });

    it('finds one that happened twice, acknowledged or not', () => {
      makeTwo();
      send('push', 'late');
      record.sights.set(3, sightOf('two', 3));
      record.sights.set(4, sightOf('late', 4));
      record.sights.set(5, sightOf('late', 5));
      expect(check().filter((fault) => /is at/.test(fault))).to.have.length(2);
    });

    it('finds one that was refused, that nobody sent, or that came before what was known already', () => {
      makeTwo();
      send('push', 'refused').outcome = 'refused';
      send('push', 'guarded', { ifMatch: 2 });
      record.sights.set(3, sightOf('refused', 3));
      record.sights.set(4, sightOf('strange', 4));
      record.sights.set(5, sightOf('guarded', 5));
      expect(check()).to.have.length(3);
    });

    it('finds a restore that differs from what it restores, and a time that goes back', () => {
      makeTwo();
      answer(send('restore', 'one', { source: 1 }), 3);
      record.sights.set(1, { ...sightOf('one', 1), whole: 'this' });
      record.sights.set(3, { ...sightOf('one', 1), whole: 'that' });
      expect(check().join()).to.contain('restores 1, but differs').and.contain('older than its predecessor');
    });
  });

  describe('of files', () => {
    const withFile = (word: string, version: number, source: string) => ({ ...sightOf(word, version), source });

    /** Made of a file, written back, changed by blocks, written back again. */
    function makeFour(sources: readonly string[]): string[] {
      answer(send('create', 'one', { file: 'digest' }), 1);
      answer(send('write back', 'one'), 2);
      answer(send('push', 'two'), 3);
      answer(send('write back', 'one'), 4);
      for (const [i, word] of ['one', 'one', 'two', 'one'].entries()) {
        record.sights.set(i + 1, withFile(word, i + 1, sources[i]!));
      }
      return check();
    }

    it('finds nothing where a write back keeps the file of equal content, and no other', () => {
      expect(makeFour(['digest', 'digest', NO_FILE, NO_FILE])).to.deep.equal([]);
    });

    it('finds a version that lost its file, and one that has what it cannot have', () => {
      expect(makeFour(['digest', NO_FILE, 'digest', 'digest']).join('\n'))
        .to.match(/write back of one as 2 has the file none/)
        .and.match(/push of two as 3 has the file digest/)
        .and.match(/write back of one as 4 has the file digest/);
    });

    it('finds one that nobody was answered for, without the file that it was sent with', () => {
      makeTwo();
      send('push', 'late', { file: 'digest' });
      record.sights.set(3, withFile('late', 3, 'digest'));
      expect(check()).to.deep.equal([]);
      record.sights.set(3, withFile('late', 3, NO_FILE));
      expect(check().join()).to.contain('late cannot be at 3');
    });

    it('finds a restore without the file, and other bytes than were sent', () => {
      answer(send('create', 'one', { file: 'digest' }), 1);
      answer(send('restore', 'one', { source: 1 }), 2);
      record.sights.set(1, withFile('one', 1, 'digest'));
      record.sights.set(2, withFile('one', 2, NO_FILE));
      expect(check().join()).to.contain('restore of one as 2 has the file none');
      record.learn(1, { ...withFile('one', 1, 'digest'), file: 'other' });
      expect(faults.join()).to.contain('version 1 comes back as other, not digest');
    });
  });

  describe('of an answer to a write', () => {
    it('finds a number that was given twice', () => {
      makeTwo();
      answer(send('push', 'three'), 2);
      expect(faults.join()).to.contain("version 2 is a push's and a push's");
    });

    it('finds a number that was known before, or that is not the one after If-Match', () => {
      makeTwo();
      const stale = send('push', 'three', { ifMatch: 1 });
      answer(send('push', 'four'), 4);
      answer(stale, 3);
      expect(faults.join()).to.contain('If-Match 1');
      answer(send('push', 'five'), 4);
      expect(faults.join()).to.contain('but 4 was known before');
    });

    it('finds a success after the document was gone, and one that was never deleted missing', () => {
      makeTwo();
      record.missing('read');
      expect(faults.join()).to.contain('nobody deleted it');
      answer(send('push', 'three'), 3);
      expect(faults.join()).to.contain('after the document was gone');
    });

    it('finds a second delete, and a version behind the one that If-Match let be deleted', () => {
      makeTwo();
      const [first, second] = [send('delete', '', { ifMatch: 2 }), send('delete', '')];
      const look = record.look();
      const push = send('push', 'three');
      record.acknowledgeEnd(first, look);
      record.acknowledgeEnd(second, look);
      record.acknowledge(push, look, 3, sightOf('three', 3));
      expect(faults.join()).to.contain('deleted twice').and.contain('was deleted at 2, but has version 3');
    });

    it('finds a repeat that made another version', () => {
      makeTwo();
      answer(record.writes[1]!, 3);
      expect(faults.join()).to.contain('a repeat as 3, its first answer as 2');
    });
  });

  describe('of an answer to a read', () => {
    it('finds an older version than somebody saw before, and one that nobody can have made', () => {
      makeTwo();
      record.seeNewest('read', 1, record.look().visible);
      expect(faults.join()).to.contain('is at 1, but was at 2');
      record.seeNewest('read', 3, record.look().visible);
      expect(faults.join()).to.contain('only 2 writes');
    });

    it('finds a version that has changed', () => {
      makeTwo();
      record.learn(2, { ...sightOf('two', 2), whole: 'this' });
      record.learn(2, { ...sightOf('two', 2), whole: 'that' });
      expect(faults.join()).to.contain('has whole that, and had this');
    });

    it('finds content that differs from what was sent, in a block or in its metadata', () => {
      const random = new SeededRandom(4);
      const content = makeContent({ ...record.identity, word: 'one' }, random);
      expect(content.blocks).to.not.be.empty;
      const shown: ShownContent = {
        ...content,
        source: null,
        blocks: content.blocks.map((block, order) => ({ ...block, id: 'b', order })),
      };
      expect(differenceOf(content, shown)).to.equal(undefined);
      const cut = { ...shown, blocks: shown.blocks.slice(1) };
      for (const other of [cut, { ...shown, metadata: null }]) expect(differenceOf(content, other)).to.be.a('string');
    });
  });

  describe('of a search', () => {
    const result = (version: number, word: string): ShownResult => ({
      id: 'first',
      title: `${record.identity.name} ${word}`,
      folder_id: 'root',
      block_count: 0,
      visibility: 'private',
      current_version: version,
      created_at: at(1),
      updated_at: at(version),
      metadata: { tags: record.identity.tags },
    });
    const search = (results: ShownResult[], query: WorldQuery = { name: world.word }, looks = world.looks()) => {
      world.checkSearch(query, looks, results);
    };

    it('finds nothing in one that shows what was acknowledged before it, or later', () => {
      makeTwo();
      const looks = world.looks();
      answer(send('push', 'three'), 3);
      search([result(2, 'two')], undefined, looks);
      search([result(3, 'three')]);
      expect(faults).to.deep.equal([]);
    });

    it('finds an older version than was acknowledged before it began', () => {
      makeTwo();
      search([result(1, 'one')]);
      expect(faults.join()).to.contain('search: is at 1, but was at 2');
    });

    it('finds a document missing, twice, or that nobody made', () => {
      makeTwo();
      search([]);
      expect(faults.join()).to.contain('was not found');
      search([result(2, 'two'), result(2, 'two')]);
      expect(faults.join()).to.contain('found first twice');
      search([result(2, 'two'), { ...result(2, 'two'), id: 'second' }]);
      expect(faults.join()).to.contain('which nobody made');
    });

    it('finds a deleted document, once the delete is acknowledged', () => {
      makeTwo();
      record.acknowledgeEnd(send('delete', ''), record.look());
      search([]);
      expect(faults).to.deep.equal([]);
      search([result(2, 'two')]);
      expect(faults.join()).to.contain('is there, after it was gone');
    });

    it('finds what was not asked for, and an order that is none', () => {
      makeTwo();
      search([result(2, 'two')], { tag: 'another' });
      expect(faults.join()).to.contain('is not what was asked for');
      const other = world.newDocument(undefined, new SeededRandom(1));
      other.begin({ kind: 'create', word: 'one' });
      search([{ ...result(1, 'one'), id: 'other', title: `${other.identity.name} one` }, result(2, 'two')]);
      expect(faults.join()).to.contain('out of order');
    });
  });

  it('of a folder list finds one missing, twice, or in another place', () => {
    const folder = world.newFolder(undefined);
    const shown = { id: 'f', name: folder.name, parent_id: null, path: `/${folder.name}`, depth: 0 };
    world.checkFolders(undefined, [folder], [shown]);
    expect(faults).to.deep.equal([]);
    world.checkFolders(undefined, [folder], []);
    world.checkFolders(undefined, [folder], [shown, shown]);
    world.checkFolders(undefined, [folder], [{ ...shown, path: '/elsewhere' }]);
    expect(faults.join()).to.contain('not in its list').and.contain('twice').and.contain('/elsewhere');
  });
});
