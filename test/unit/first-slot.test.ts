import { expect } from 'chai';
import type { Actor } from '../../src/domain/api-key.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { FolderTree } from '../../src/domain/folders/folder-tree.js';
import { headOf } from '../../src/domain/head.js';
import type { VersionLog } from '../../src/log/version-log.js';
import { claimFirstSlot, type FirstSlotPorts } from '../../src/operations/write/first-slot.js';
import { reservationOf } from '../../src/operations/write/quota.js';
import { Deadline } from '../../src/platform/deadline.js';
import { newDocumentId, versionSlot } from '../support/log-objects.js';

describe("a create that finds another's version in its slot", () => {
  const id = newDocumentId();
  const [first, taken] = [versionSlot(id, 1), versionSlot(id, 1)];
  let calls: string[];

  /** `write`: of the head; the head is there afterwards, and before it if `isThere`. */
  async function claim(write: () => Promise<'written' | 'conflict'>, isThere = false) {
    calls = [];
    let head = isThere;
    const index = {
      readHead: async () => (head ? { head: headOf(taken), revision: 'r' } : undefined),
      writeHead: async () => {
        calls.push('head');
        head = true;
        return write();
      },
    };
    const log = { claim: async () => 'taken', read: async () => taken } as unknown as VersionLog;
    const counters = { releaseQuota: async () => void calls.push('release') };
    const assets = { use: async () => undefined };
    const trees = { current: async (owner: string) => new FolderTree(owner) };
    const ports = {
      log,
      index,
      counters,
      assets,
      trees,
      summaries: { keep: () => undefined },
      onCatchUp: () => undefined,
    };
    const create = {
      actor: { owner: first.document.owner } as Actor,
      first,
      reservation: reservationOf(first),
      accepts: () => true,
      makeFolders: async () => undefined,
    };
    return claimFirstSlot(ports as unknown as FirstSlotPorts, create, new Deadline(10_000));
  }

  it('unitOfHelper: gives its unit back only after the head is there', async () => {
    expect(await claim(async () => 'conflict', true)).to.deep.equal({ version: taken, madeHead: false });
    expect(calls).to.deep.equal(['head', 'release']);
  });

  it('keeps its unit for the head that it has made itself, with or without an answer', async () => {
    const answerless = async () => {
      throw new UnavailableError('done, but the answer was lost');
    };
    for (const write of [async () => 'written' as const, answerless]) {
      expect(await claim(write)).to.deep.equal({ version: taken, madeHead: true });
      expect(calls).to.deep.equal(['head']);
    }
  });
});
