import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import { sourceOf } from '../../src/domain/content/source.js';
import { OtherFormatError, UnreadableObjectError } from '../../src/log/json-objects.js';
import { slotKey } from '../../src/log/object-keys.js';
import { decodeSlot, encodeSlot } from '../../src/log/slot-codec.js';
import { versionSlot } from '../support/log-objects.js';

type Stored = { format: number; source?: { text?: unknown; sha256: string } };

function stored(body: Uint8Array): Stored {
  return JSON.parse(Buffer.from(body).toString()) as Stored;
}

describe('the object of a version', () => {
  const id = newId('alice');
  const key = slotKey(id, 1);
  const slot = versionSlot(id, 1);
  const decode = (fields: object) => decodeSlot(key, Buffer.from(JSON.stringify(fields)));

  it('sourceFormat: has the source to the byte, and a format that older processes refuse', () => {
    for (const text of ['', '\ufeff---\r\na: 1\r\n---\r\n\u2028\0 \u{1f600}', 'x'.repeat(100_000)]) {
      for (const isPlain of [false, true]) {
        const made = { ...slot, source: sourceOf(text, isPlain) };
        const body = encodeSlot(made);
        expect(stored(body).format).to.equal(4);
        expect(decodeSlot(key, body)).to.deep.equal(made);
      }
    }
  });

  it('without a source is as before sources', () => {
    const body = encodeSlot(slot);
    expect(stored(body)).to.include({ format: 3 }).and.to.not.have.property('source');
    expect(decodeSlot(key, body)).to.deep.equal(slot);
  });

  it('has its assets under any name, and a format that older processes refuse', () => {
    const assets = new Map(['img/a', '__proto__', 'constructor'].map((name) => [name, 'a'.repeat(64)]));
    const made = { ...slot, assets, root: 'docs/' };
    const body = encodeSlot(made);
    expect(stored(body).format).to.equal(5);
    expect(decodeSlot(key, body)).to.deep.equal(made);
    expect(stored(encodeSlot({ ...slot, root: '' })).format).to.equal(3);
  });

  it('names its author beside members that older processes know, and is without one as before authors', () => {
    for (const label of ['ci', '', null]) {
      const made = { ...slot, author: { keyId: 'key_1', label } };
      const body = encodeSlot(made);
      expect(stored(body)).to.deep.include({ format: 3, author: { key_id: 'key_1', label } });
      expect(decodeSlot(key, body)).to.deep.equal(made);
    }
    const body = encodeSlot({ ...slot, author: null });
    expect(stored(body)).to.not.have.property('author');
    expect(decodeSlot(key, body)).to.have.property('author', null);
  });

  it('names the version that it was restored from, beside members that older processes know', () => {
    const body = encodeSlot({ ...slot, restoredFrom: 2 });
    expect(stored(body)).to.include({ format: 3, restored_from: 2 });
    expect(decodeSlot(key, body)).to.deep.equal({ ...slot, restoredFrom: 2 });
    expect(decodeSlot(key, encodeSlot(slot))).not.to.have.property('restoredFrom');
  });

  it('is read whatever members later processes give it, but not with half an author', () => {
    const body = stored(encodeSlot(slot));
    expect(decode({ ...body, later: { key_id: 1 } })).to.deep.equal(slot);
    for (const author of [{}, { key_id: 'key_1' }, { label: 'ci' }, null, 'ci'])
      expect(() => decode({ ...body, author })).to.throw(UnreadableObjectError);
  });

  it('sourceFormat: of a later format is refused, and one with half a source', () => {
    const body = stored(encodeSlot({ ...slot, source: sourceOf('a') }));
    for (const format of [2, 3.5, 6]) expect(() => decode({ ...body, format })).to.throw(OtherFormatError);
    expect(() => decode({ ...body, source: { sha256: body.source?.sha256 } })).to.throw(UnreadableObjectError);
    expect(decode(body)).to.deep.include({ source: sourceOf('a') });
  });
});

describe('a source', () => {
  it('has the SHA-256 and the length of its UTF-8', () => {
    expect(sourceOf('ü')).to.deep.equal({
      text: 'ü',
      sha256: '607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f',
      bytes: 2,
      isPlain: false,
    });
  });
});
