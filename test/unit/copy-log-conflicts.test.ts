import { expect } from 'chai';
import { OperatorError } from '../../src/domain/errors.js';
import { folderKey, slotKey } from '../../src/log/object-keys.js';
import type { ObjectStore } from '../../src/ports/object-store.js';
import { copied, QuietProgress } from '../support/copying.js';
import {
  addDocument,
  addObjects,
  addSlots,
  addText,
  altered,
  newDocumentId,
  objectsOf,
  slotNumbers,
  storePair,
  tombstoneSlot,
  versionSlot,
  type StorePair,
} from '../support/log-objects.js';

describe('copying a log over one that went its own way', () => {
  let pair: StorePair;
  let source: ObjectStore;
  let target: ObjectStore;
  let id: string;
  /** A document that was copied at version 3. */
  beforeEach(async () => {
    pair = await storePair();
    ({ source, target } = pair);
    id = await addDocument(source, 3);
    await copied(pair);
  });
  afterEach(() => pair.dispose());

  it('writes nothing behind another version, names it, and copies the rest', async () => {
    await addSlots(source, [versionSlot(id, 4), versionSlot(id, 5), versionSlot(id, 6)]);
    await addSlots(target, [versionSlot(id, 4)]);
    const other = await addDocument(source, 2);
    const before = await objectsOf(target, `documents/${id}/`);
    const progress = new QuietProgress();
    const report = await copied({ ...pair, progress });
    expect(await objectsOf(target, `documents/${id}/`)).to.deep.equal(before);
    expect(await slotNumbers(target, other)).to.deep.equal([1, 2]);
    expect(report.conflicts.map(({ key }) => key)).to.deep.equal([slotKey(id, 4)]);
    expect(report).to.include({ heldBack: 2, settled: true });
    expect(progress.notes).to.have.length(1);
    expect(progress.notes[0]).to.match(new RegExp(`^${slotKey(id, 4)}: the target has another object`));
  });

  it('sees two different last versions when it is to verify', async () => {
    await addSlots(source, [versionSlot(id, 4)]);
    await addSlots(target, [versionSlot(id, 4)]);
    expect((await copied(pair)).conflicts).to.deep.equal([]);
    const report = await copied({ ...pair, verify: true });
    expect(report.conflicts.map(({ key }) => key)).to.deep.equal([slotKey(id, 4)]);
    expect(report.compared).to.equal(3);
  });

  it('writes nothing behind a damaged version where it verifies', async () => {
    await addSlots(source, [versionSlot(id, 4)]);
    await addText(target, slotKey(id, 2), '{"format":3,"torn');
    const report = await copied({ ...pair, verify: true });
    expect(report.conflicts.map(({ key }) => key)).to.deep.equal([slotKey(id, 2)]);
    expect(await slotNumbers(target, id)).to.deep.equal([1, 2, 3]);
  });

  it('lets a document rest that was deleted at the target', async () => {
    await addSlots(target, [tombstoneSlot(id, 4)]);
    await addSlots(source, [versionSlot(id, 4), versionSlot(id, 5)]);
    const report = await copied(pair);
    expect(report.conflicts.map(({ key }) => key)).to.deep.equal([slotKey(id, 4)]);
    expect(await slotNumbers(target, id)).to.deep.equal([1, 2, 3, 4]);
  });

  it('lets it rest also where the source has lost the version of that number', async () => {
    await addSlots(target, [tombstoneSlot(id, 4)]);
    await addSlots(source, [versionSlot(id, 5)]);
    expect(await copied(pair)).to.deep.include({ heldBack: 1, conflicts: [] });
    expect(await slotNumbers(target, id)).to.deep.equal([1, 2, 3, 4]);
  });

  it('ends a document that was deleted and cleaned at the source', async () => {
    for (let version = 1; version <= 3; version++) await source.remove(slotKey(id, version));
    await addSlots(source, [tombstoneSlot(id, 4)]);
    expect(await copied(pair)).to.deep.include({ onlyAtTarget: 3, conflicts: [] });
    expect(await slotNumbers(target, id)).to.deep.equal([1, 2, 3, 4]);
    expect(await target.read(slotKey(id, 4))).to.deep.equal(await source.read(slotKey(id, 4)));
  });

  it('writes nothing behind a slot that a service at the target takes at that moment', async () => {
    await addSlots(source, [versionSlot(id, 4), versionSlot(id, 5)]);
    const racing = altered(target, {
      create: async (key, body) => {
        if (key === slotKey(id, 4)) await addSlots(target, [tombstoneSlot(id, 4)]);
        return target.create(key, body);
      },
    });
    const report = await copied({ source, target: racing });
    expect(report.conflicts.map(({ key }) => key)).to.deep.equal([slotKey(id, 4)]);
    expect(report.heldBack).to.equal(1);
    expect(await slotNumbers(target, id)).to.deep.equal([1, 2, 3, 4]);
  });

  it('tells of an object that the target does not give back as it was written', async () => {
    const fresh = await addDocument(source, 2);
    const damaging = altered(target, {
      read: async (key) => {
        const body = await target.read(key);
        return body && key === slotKey(fresh, 1) ? body.subarray(0, -1) : body;
      },
    });
    const report = await copied({ source, target: damaging });
    expect(report.conflicts).to.deep.equal([
      { key: slotKey(fresh, 1), why: 'the target returns another object than was written' },
    ]);
    expect(await slotNumbers(target, fresh)).to.deep.equal([1]);
  });

  it('refuses a target that does not keep create-if-absent, before it copies anything', async () => {
    await addDocument(source);
    const before = await objectsOf(target);
    const overwriting = altered(target, {
      create: async (key, body) => {
        await target.put(key, body);
        return 'created';
      },
    });
    const failure = await copied({ source, target: overwriting }).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(OperatorError)
      .with.property('message')
      .that.matches(/create-if-absent/);
    expect(await objectsOf(target)).to.deep.equal(before);
  });

  it('gives up at the thousandth difference: these are two logs', async () => {
    const keys = Array.from({ length: 1_001 }, () => folderKey(newDocumentId()));
    for (const side of ['source', 'target'] as const) {
      await addObjects(pair[side], Object.fromEntries(keys.map((key) => [key, side])));
    }
    const failure = await copied({ ...pair, verify: true, width: 16 }).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(OperatorError)
      .with.property('message')
      .that.matches(/two different logs/);
  });
});
