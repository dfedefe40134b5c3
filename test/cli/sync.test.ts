import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { LARGEST_OBJECT_BYTES } from '../../src/log/json-objects.js';
import { slotKey } from '../../src/log/object-keys.js';
import { ApiKeyRecords } from '../../src/log/api-key-records.js';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../src/operations/auth/api-keys.js';
import { addSlots, addText, newDocumentId, versionSlot } from '../support/log-objects.js';
import { putSlowly } from '../support/put-slowly.js';
import { quire, quireFault, quireMisuse, startQuire } from './quire.js';
import { atPlace, callsAt, countAt, fillFolder, logAt, moreThan, synced, temporaryFolder } from './sync-places.js';

describe('cli: sync of folders', function () {
  this.timeout(90_000);
  let base: string;
  let dispose: () => Promise<void>;
  let from: string;
  let to: string;
  beforeEach(async () => {
    ({ path: base, dispose } = await temporaryFolder());
    [from, to] = [join(base, 'from'), join(base, 'to')];
  });
  afterEach(() => dispose());

  const sync = (...options: string[]) => quire({}, 'sync', '--from', from, '--to', to, ...options);
  const syncFault = (...options: string[]) => quireFault({}, 'sync', '--from', from, '--to', to, ...options);

  it('brings what is missing, says so, and says so again when nothing is', async () => {
    await fillFolder(from, 3);
    const first = await sync();
    expect(first.code, first.stderr).to.equal(0);
    expect(first.stdout)
      .to.match(/^Copied +3 versions and tombstones; [\d.]+ KB in .* s, each read back and equal$/m)
      .and.include(`\nNow run \`DATA_DIR=${to} quire reindex\`: `);
    expect(first.stderr).to.match(/^Versions: 3 in /);
    const second = await sync();
    expect(second.stdout).to.match(/^Copied +nothing; .*\nPresent +3 at both places before, 0 of them compared\n$/);
    expect((await sync('--verify')).stdout).to.include('3 of them compared');
    expect(await logAt(to)).to.deep.equal(await logAt(from));
  });

  it('says to programs in one line what it did, and on the way only in JSON', async () => {
    await fillFolder(from, 2);
    await atPlace(from, (store) => addText(store, 'notes.txt', 'x'));
    const { stdout, stderr } = await sync('--json');
    expect(JSON.parse(stdout)).to.deep.include({
      from,
      to,
      dry_run: false,
      settled: true,
      present: 0,
      compared: 0,
      updated: 0,
      only_at_target: 0,
      held_back: 0,
      copied: {
        documents: 2,
        'by-key': 0,
        folders: 0,
        assets: 0,
        'asset-log': 0,
        'folder-trees': 0,
        'folder-sweeps': 0,
        'asset-uses': 0,
        owners: 0,
        keys: 0,
        suspensions: 0,
        revocations: 0,
      },
      foreign: 1,
      first_foreign: ['notes.txt'],
      conflicts: [],
    });
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).to.have.property('progress').that.includes({ label: 'Versions', done: 2, total: 2 });
  });

  it('copies nothing in a dry run, and makes no folder', async () => {
    await fillFolder(from, 3);
    const { code, stdout } = await sync('--dry-run');
    expect([code, stdout]).to.deep.equal([
      0,
      'Would copy  3 versions and tombstones\nPresent     0 at both places before, 0 of them compared\n',
    ]);
    expect(await readdir(base)).to.deep.equal(['from']);
  });

  it('refuses a source at which there is no log, and makes neither folder', async () => {
    expect(await syncFault()).to.equal(`quire: ${from} contains no log (a data folder has the file log.db in it)\n`);
    expect(await readdir(base)).to.deep.equal([]);
    await fillFolder(from, 1);
    expect(await readdir(base)).to.deep.equal(['from']);
  });

  it('refuses the same place twice, through a link too', async () => {
    await fillFolder(from, 1);
    to = `${from}/../from/`;
    expect(await syncFault()).to.equal('quire: --from and --to are the same place\n');
    to = join(base, 'to');
    await mkdir(to);
    await symlink(join(from, 'log.db'), join(to, 'log.db'));
    expect(await syncFault()).to.equal('quire: --from and --to are the same place\n');
  });

  it('refuses wrong arguments in a clear line', async () => {
    const wrong: [typeof quireFault, string[], RegExp][] = [
      [quireMisuse, ['--from', './a'], /required option '--to <place>'/],
      [
        quireFault,
        ['--from', 'gs://a/b', '--to', 's3://'],
        /--from must be a folder or s3:[^]*--to must be a folder or s3:/,
      ],
      [quireMisuse, ['--from', './a', '--to', './b', '--concurrency', '0'], /a whole number from 1 to 256/],
    ];
    for (const [refused, args, expected] of wrong) expect(await refused({}, 'sync', ...args)).to.match(expected);
  });

  it('ends with 1 where an object is another at the target, names it, and leaves it', async () => {
    const id = newDocumentId();
    await atPlace(from, (store) => addSlots(store, [versionSlot(id, 1), versionSlot(id, 2)]));
    await atPlace(to, (store) => addSlots(store, [versionSlot(id, 1)]));
    const before = await logAt(to);
    const { code, stdout, stderr } = await sync();
    expect(code).to.equal(1);
    expect(stdout)
      .to.match(/^Copied +nothing; /)
      .and.match(/^Held back +1 /m)
      .and.match(/^Conflicts +1, /m);
    expect(stderr)
      .to.include(`documents/${id}/versions/0000000001.json: the target has another object`)
      .and.match(/\nquire: not everything could be copied: see the conflicts\n$/);
    expect(await logAt(to)).to.deep.equal(before);
  });

  it('copies what cannot be read as it is, names it, and ends with 1', async () => {
    const id = newDocumentId();
    const key = `documents/${id}/versions/0000000001.json`;
    await atPlace(from, (store) => addSlots(store, [versionSlot(newDocumentId(), 1)]));
    await atPlace(from, (store) => addText(store, key, '{"format":3,"title":5}'));
    const { code, stdout, stderr } = await sync();
    expect(code).to.equal(1);
    expect(stdout)
      .to.match(/^Copied +2 versions/m)
      .and.match(new RegExp(`^Unreadable +1 .*: ${key}$`, 'm'));
    expect(stderr).to.match(/\nquire: 1 objects of the source cannot be read\n$/);
    expect(await logAt(to)).to.deep.equal(await logAt(from));
    expect((await sync('--verify')).stdout).to.match(/^Unreadable +1 /m);
    expect(await sync()).to.include({ code: 0 });
  });

  it('does not read what is larger than any object of a log, and copies the rest', async () => {
    const [giant, sound] = [newDocumentId(), newDocumentId()];
    await atPlace(from, (store) => addSlots(store, [versionSlot(giant, 1), versionSlot(sound, 1)]));
    await atPlace(from, (store) => putSlowly(store, slotKey(giant, 1), Buffer.alloc(LARGEST_OBJECT_BYTES + 1)));
    const { code, stdout, stderr } = await sync();
    expect([code, /^Copied +1 versions/m.test(stdout)]).to.deep.equal([1, true]);
    expect(stderr).to.include(`${slotKey(giant, 1)}: it is too large`);
  });

  it('says what the system refuses, and that it can be run again', async () => {
    await fillFolder(from, 2);
    await mkdir(to);
    await mkdir(join(to, 'log.db'));
    const { code, stderr } = await sync();
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^quire: \S+log\.db cannot be used: (unable to open database file|disk I\/O error); 0 objects were copied: run it again/,
    );
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends with 130 on ${signal} after what it is at, and goes on when it is run again`, async () => {
      await fillFolder(from, 400);
      const running = startQuire({}, 'sync', '--from', from, '--to', to, '--concurrency', '1');
      await moreThan(5, to);
      running.kill(signal);
      const { code, stdout, stderr } = await running.ended;
      expect([code, stdout]).to.deep.equal([130, '']);
      const copied = Number(
        /quire: stopped after (\d+) objects were copied: run it again to go on\n$/.exec(stderr)?.[1],
      );
      expect(copied, stderr)
        .to.be.within(6, 399)
        .and.equal(await countAt(to));
      expect((await synced(from, to)).present).to.equal(copied);
      expect(await logAt(to)).to.deep.equal(await logAt(from));
    });
  }

  it('goes on after SIGKILL in the middle', async () => {
    await fillFolder(from, 400);
    const running = startQuire({}, 'sync', '--from', from, '--to', to, '--concurrency', '2');
    await moreThan(20, to);
    running.kill('SIGKILL');
    expect((await running.ended).code).to.equal(null);
    const before = await countAt(to);
    const { present, copied } = await synced(from, to);
    expect([present, copied['documents']]).to.deep.equal([before, 400 - before]);
    expect(before).to.be.lessThan(400);
    expect(await logAt(to)).to.deep.equal(await logAt(from));
  });

  describe('with keys', () => {
    let ours: ApiKeyRecords;
    let theirs: ApiKeyRecords;
    beforeEach(() => {
      ours = new ApiKeyRecords(callsAt(from));
      theirs = new ApiKeyRecords(callsAt(to));
    });

    const newKey = async () =>
      (await createApiKey(ours, { owner: 'alice', roles: [], label: null, expires: null })).record.id;
    const keyIn = async (records: ApiKeyRecords, id: string) =>
      (await listApiKeys(records)).find((key) => key.id === id);

    it('takes over what ended a key at the source, and undoes nothing that ended one at the target', async () => {
      const [rotated, revoked] = [await newKey(), await newKey()];
      const [rotatedThere, revokedThere] = [await newKey(), await newKey()];
      await synced(from, to);
      await rotateApiKey(ours, rotated, 3_600_000);
      await revokeApiKey(ours, revoked);
      await rotateApiKey(theirs, rotatedThere, 3_600_000);
      await revokeApiKey(theirs, revokedThere);
      expect((await synced(from, to)).updated).to.equal(1);
      for (const id of [rotated, revoked]) expect(await keyIn(theirs, id)).to.deep.equal(await keyIn(ours, id));
      expect(await keyIn(theirs, rotated))
        .to.have.property('retires')
        .that.is.a('string');
      expect(await keyIn(theirs, revoked))
        .to.have.property('revoked')
        .that.is.a('string');
      expect(await keyIn(theirs, rotatedThere))
        .to.have.property('retires')
        .that.is.a('string');
      expect(await keyIn(theirs, revokedThere))
        .to.have.property('revoked')
        .that.is.a('string');
    });

    it('tells the services of the target to look again, where it finds nothing too: an earlier run may have been ended', async () => {
      await newKey();
      const marks = [await theirs.readMark()];
      for (let run = 0; run < 2; run++) {
        await synced(from, to);
        marks.push(await theirs.readMark());
      }
      expect(new Set([...marks, await ours.readMark()]).size).to.equal(4);
    });

    it('leaves a plan that was set at the target, and tells of it until both are the same', async () => {
      await ours.writePlan('alice', 'free');
      await synced(from, to);
      await theirs.writePlan('alice', 'pro');
      const { code, stderr } = await sync();
      expect(code).to.equal(1);
      expect(stderr).to.include('owners/alice.json: the plan is free at the source and pro at the target');
      expect(await theirs.readPlan('alice')).to.equal('pro');
      await ours.writePlan('alice', 'pro');
      expect((await synced(from, to)).conflicts).to.deep.equal([]);
    });
  });
});
