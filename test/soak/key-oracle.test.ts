import { expect } from 'chai';
import { digestOf, NO_FILE } from '../support/oracle/files.js';
import { KeyRecord, type KeySight } from '../support/oracle/key-record.js';

describe('soak: the oracle of a key', () => {
  let faults: string[];
  let record: KeyRecord;

  beforeEach(() => {
    faults = [];
    record = new KeyRecord('a', (fault) => {
      faults.push(fault);
    });
    for (const word of ['one', 'two', 'three']) record.puts.set(word, undefined);
  });

  const sight = (version: number, word: string, id = 'first'): KeySight => ({
    id,
    version,
    word,
    source: NO_FILE,
    createdAt: id === 'first' ? '2026-03-05T10:20:01.000Z' : '2026-03-05T10:20:02.000Z',
  });
  const see = (version: number, word: string, id?: string, look = record.look()) =>
    record.see(look, sight(version, word, id));

  function deleteIt(): void {
    const look = record.look();
    record.deletes++;
    record.end(look);
  }

  it('finds nothing where a document follows the one before, whatever answer comes late', () => {
    see(1, 'one');
    const early = record.look();
    deleteIt();
    see(1, 'two', 'second');
    see(1, 'one', 'first', early);
    see(2, 'three', 'second');
    record.check('second', [sight(1, 'two'), sight(2, 'three')]);
    expect(faults).to.deep.equal([]);
  });

  it('finds a second document beside one that nobody deleted', () => {
    see(1, 'one');
    see(1, 'two', 'second');
    expect(faults.join()).to.contain('1 documents have ended, and 0 deletes were sent');
  });

  it('finds one missing that nobody deleted, and one that is there after its end', () => {
    see(1, 'one');
    record.end(record.look());
    expect(faults.join()).to.contain('1 documents have ended');
    see(1, 'one');
    expect(faults.join()).to.contain('first is there, after it had ended');
  });

  it('finds a PUT that happened twice, in one document or in two', () => {
    see(1, 'one');
    see(2, 'one');
    expect(faults.join()).to.contain('one is there twice, as 1 of first and 2 of first');
    deleteIt();
    see(1, 'one', 'second');
    expect(faults.join()).to.contain('1 of second');
  });

  it('finds a PUT that is lost, and a version that was another before', () => {
    see(1, 'one');
    see(2, 'two');
    record.check('first', [sight(1, 'one')]);
    expect(faults.join()).to.contain('version 2 of first, two, is missing');
    record.check('first', [sight(1, 'one'), sight(2, 'three')]);
    expect(faults.join()).to.contain('version 2 of first is three, and was two');
  });

  it('finds a version without its file, with that of another one, and with one that nobody sent', () => {
    record.puts.set('one', '# one');
    record.puts.set('two', '# two');
    record.see(record.look(), { ...sight(1, 'one'), source: digestOf('# one') });
    expect(faults).to.deep.equal([]);
    const list = [sight(1, 'one'), { ...sight(2, 'two'), source: digestOf('# one') }];
    record.check('first', [...list, { ...sight(3, 'three'), source: digestOf('# two') }]);
    expect(faults).to.have.length(3);
  });

  it('finds a gap, an older version than before, and what nobody has put', () => {
    see(2, 'two');
    see(1, 'one');
    expect(faults.join()).to.contain('first is at 1, and was at 2 before');
    record.check('first', [sight(2, 'two')]);
    expect(faults.join()).to.contain('the versions of first are 2');
    see(3, 'strange');
    expect(faults.join()).to.contain('nobody has put strange');
  });
});
