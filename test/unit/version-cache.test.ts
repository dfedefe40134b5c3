import { expect } from 'chai';
import { VersionCache } from '../../src/consistency/version-cache.js';
import { OverloadedError } from '../../src/domain/errors.js';
import type { Version } from '../../src/domain/version.js';
import { newId } from '../../src/domain/ids.js';
import { versionSlot } from '../support/log-objects.js';

const MIB = 1024 * 1024;

async function read(versions: VersionCache, documentId: string, version: number): Promise<Version | undefined> {
  return (await versions.readSized(documentId, version))?.version;
}

describe('VersionCache', () => {
  let reads: string[];
  let bytes: number;
  let found: Version | undefined;
  let versions: VersionCache;
  beforeEach(() => {
    reads = [];
    bytes = 4_096;
    found = versionSlot(newId('ann'), 1);
    versions = new VersionCache({
      readVersion: async (documentId, version) => {
        reads.push(`${documentId}/${version}`);
        return found && { version: found, bytes };
      },
    });
  });

  it('reads a version once, however many ask for it, then and later', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(versions, 'one', 1)));
    expect(new Set(answers)).to.deep.equal(new Set([found]));
    expect(await read(versions, 'one', 1)).to.equal(found);
    expect(reads).to.deep.equal(['one/1']);
  });

  it('asks the first who waits for a reading whether it may be of that size', async () => {
    const asking = new VersionCache({
      readVersion: async (_documentId, _version, onSize) => {
        onSize?.(bytes);
        return { version: found!, bytes };
      },
    });
    const refusal = new Error('too large');
    const refuse = () => {
      throw refusal;
    };
    expect(await asking.readSized('one', 1, refuse).catch((error: unknown) => error)).to.equal(refusal);
    const sizes: number[] = [];
    await asking.readSized('one', 1, (size) => sizes.push(size));
    expect(sizes).to.deep.equal([bytes]);
    expect((await asking.readSized('one', 1, refuse))?.version).to.equal(found);
  });

  it('does not refuse one who joins the reading of another who is refused', async () => {
    const asking = new VersionCache({
      readVersion: async (_documentId, _version, onSize) => {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        onSize?.(bytes);
        return { version: found!, bytes };
      },
    });
    const refuse = () => {
      throw new OverloadedError('too large');
    };
    const refused = asking.readSized('one', 1, refuse).catch((error: unknown) => error);
    const joined = asking.readSized('one', 1);
    expect(await refused).to.be.instanceOf(OverloadedError);
    expect((await joined)?.version).to.equal(found);
  });

  it('keeps versions and documents apart', async () => {
    for (const [id, version] of [
      ['one', 1],
      ['one', 11],
      ['two', 1],
    ] as const)
      await read(versions, id, version);
    expect(reads).to.deep.equal(['one/1', 'one/11', 'two/1']);
  });

  it('does not keep that there is none', async () => {
    const made = found;
    found = undefined;
    expect(await read(versions, 'one', 1)).to.equal(undefined);
    found = made;
    expect(await read(versions, 'one', 1)).to.equal(made);
  });

  it('tells of a failure, and does not keep it', async () => {
    let fails = true;
    const failing = new VersionCache({
      readVersion: async () => {
        if (fails) throw new Error('no store');
        return { version: found!, bytes };
      },
    });
    expect(await read(failing, 'one', 1).catch((error: Error) => error.message)).to.equal('no store');
    fails = false;
    expect(await read(failing, 'one', 1)).to.equal(found);
  });

  it('is bounded in bytes, and keeps no version that is too large', async () => {
    bytes = 10 * MIB;
    for (let n = 0; n < 2; n++) await read(versions, 'large', 1);
    expect(reads).to.have.length(2);
    bytes = 1.5 * MIB;
    // Of 64 MiB each takes five times its size.
    for (let n = 1; n <= 8; n++) await read(versions, 'many', n);
    await read(versions, 'many', 1);
    expect(reads).to.have.length(10);
    await read(versions, 'many', 9);
    await read(versions, 'many', 2);
    expect(reads).to.have.length(12);
  });

  it('says that there is none also of what is pushed out meanwhile', async () => {
    const ends: ((found?: { version: Version; bytes: number }) => void)[] = [];
    const slow = new VersionCache({
      readVersion: () =>
        new Promise((resolve) => {
          ends.push(resolve);
        }),
    });
    const absent = read(slow, 'many', 0);
    const waiting = Array.from({ length: 30 }, (_, n) => read(slow, 'many', n + 1));
    for (const end of ends.slice(1)) end({ version: found!, bytes: 1.5 * MIB });
    await Promise.all(waiting);
    ends[0]!();
    expect(await absent).to.equal(undefined);
  });

  it('answers those who wait for what is pushed out meanwhile', async () => {
    const ends: (() => void)[] = [];
    const slow = new VersionCache({
      readVersion: () =>
        new Promise((resolve) => {
          ends.push(() => resolve({ version: found!, bytes: 1.5 * MIB }));
        }),
    });
    const waiting = Array.from({ length: 30 }, (_, n) => read(slow, 'many', n + 1));
    for (const end of ends) end();
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set([found]));
  });
});
