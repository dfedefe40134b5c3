import { expect } from 'chai';
import type { VersionDiff } from '../../src/client/client.js';
import { diffLines } from '../../src/cli/remote/diff-lines.js';

const EVIL = 'a\x1b[2J\x9b\r\u202e\u2028';
const CHANGED = { from: EVIL, to: EVIL };
const BLOCK = { type: EVIL, content: EVIL, metadata: { [EVIL]: EVIL } };

describe('the lines of a difference', () => {
  it('have nothing that a terminal obeys but their own colours', () => {
    const diff = {
      from: { version: EVIL, created_at: EVIL },
      to: { version: EVIL, created_at: EVIL },
      fields: { title: { spans: [{ op: EVIL, text: EVIL }] }, metadata: CHANGED, visibility: CHANGED },
      blocks: [
        { change: 'kept', from: EVIL, to: EVIL, count: EVIL },
        { change: 'moved', from: EVIL, to: EVIL },
        { change: 'added', to: EVIL, block: BLOCK },
        { change: 'removed', from: EVIL, block: BLOCK },
        { change: 'changed', from: 1, to: EVIL, type: CHANGED, metadata: { from: BLOCK, to: 1 }, content: CHANGED },
      ],
    } as unknown as VersionDiff;
    for (const isColoured of [true, false]) {
      const text = [...diffLines(diff, isColoured)].join('\n');
      expect(text.includes('\x1b[31m')).to.equal(isColoured);
      const plain = ['31', '32', '39'].reduce((rest, colour) => rest.replaceAll(`\x1b[${colour}m`, ''), text);
      expect(plain).to.match(/^[\n -~]+$/);
    }
  });

  it('show metadata as JSON that is not changed, and all but contents in one line', () => {
    const metadata = { from: { a: 'x\x1by\n\\' }, to: null };
    const diff = {
      from: { version: 1, created_at: 'now\nthen' },
      to: { version: 2, created_at: 'later' },
      fields: {
        title: { spans: [{ op: 'insert', text: 'one\ntwo' }] },
        metadata,
        folder_id: { from: 'a\nb', to: 'c' },
      },
      blocks: [
        { change: 'added', to: 0, block: { type: 'a\nb', content: 'one\ntwo', metadata: null } },
        { change: 'changed', from: 1, to: 1, metadata },
      ],
    } as unknown as VersionDiff;
    const json = String.raw`[-{"a":"x\u001by\n\\"}-]{+null+}`;
    expect([...diffLines(diff, false)]).to.deep.equal([
      String.raw`Version 1 of now\u{a}then`,
      'Version 2 of later',
      String.raw`title: {+one\u{a}two+}`,
      `metadata: ${json}`,
      String.raw`folder: [-a\u{a}b-]{+c+}`,
      String.raw`+ block 1, a\u{a}b, added`,
      '    {+one\n    two+}',
      '~ block 2, changed',
      `    metadata: ${json}`,
    ]);
  });
});
