import { expect } from 'chai';
import type { Client } from '../../http/client.js';
import { expectStatus } from '../../http/client.js';
import type { Found, FolderList, MadeFolder } from '../../http/making.js';
import { create, unique } from '../../http/making.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import { atOnce, describePair, type ReplicaCallers } from '../support.js';
import { replay, type ReplayedTree } from './replayed-tree.js';
import { SeenAnswers } from './seen-answers.js';
import { agrees, isShown, StormClient, type Sender, type StormDocument } from './storm.js';

const CLIENTS = 8;

export type StormSize = { folders: number; requests: number };

export function describeFolderStorm(size: StormSize): void {
  describePair('folders', (pair) => {
    it('changed by eight clients at random are a tree that every answer agrees with', async function () {
      this.timeout(600_000);
      const owner = `o${unique()}`;
      const callers = await pair.callers({ owner });
      const seed = Date.now() % 2 ** 32;
      try {
        await storm(callers, { ...size, seed, sender: (send) => send(), trees: () => replay(pair.env, owner) });
      } catch (error) {
        throw new Error(`with seed ${seed}: ${(error as Error).message}`, { cause: error });
      }
    });
  });
}

/** `afterEach`: of the requests so far. */
export type Storm = StormSize & {
  seed: number;
  sender: Sender;
  afterEach?(requests: number): Promise<void>;
  trees(): Promise<ReplayedTree[]>;
};

/** Fails where an answer, or what there is in the end, agrees with no tree. */
export async function storm(callers: ReplicaCallers, options: Storm): Promise<void> {
  const { folders, requests, seed, sender, afterEach, trees } = options;
  const random = new SeededRandom(seed);
  const { folder_id: rootId } = await create(callers[0]);
  const world = { folders: [] as string[], seen: new SeenAnswers(), rootId, sender };
  const clients = Array.from({ length: CLIENTS }, () => new StormClient(world, callers, random.fork()));
  await atOnce(CLIENTS, async (n) => {
    for (let i = 0; i < folders / CLIENTS; i++) {
      await clients[n]!.makeFolder(world.folders.length < 20 ? null : random.pick(world.folders));
    }
  });
  let sent = 0;
  await atOnce(CLIENTS, async (n) => {
    for (let i = 0; i < requests / CLIENTS; i++) {
      await clients[n]!.act();
      await afterEach?.(++sent);
    }
  });
  // A change whose process died is done before the next one.
  await clients[0]!.makeFolder(null);
  const all = await trees();
  world.seen.expectAgreement(all);
  const documents = clients.flatMap((client) => client.documents);
  for (const caller of callers) await expectAsInTree(caller, all.at(-1) as ReplayedTree, documents);
}

/** What there is in the end: folder by folder, and each document in exactly one place. */
async function expectAsInTree(caller: Client, tree: ReplayedTree, documents: readonly StormDocument[]): Promise<void> {
  const shown: MadeFolder[] = [];
  for (const parents = ['']; parents.length > 0;) {
    const { folders } = expectStatus(await caller.get<FolderList>(`/v1/folders?parent_id=${parents.pop()}`), 200);
    shown.push(...folders);
    parents.push(...folders.map(({ id }) => id));
  }
  expect(shown.map(({ id }) => id).sort()).to.deep.equal(tree.living().sort());
  for (const folder of shown) expect(agrees(tree, folder), JSON.stringify(folder)).to.equal(true);
  const places = new Map<string, string[]>();
  for (const { id: folderId } of shown) {
    for (const { id, folder_id } of await documentsIn(caller, folderId)) {
      expect(folder_id).to.equal(folderId);
      places.set(id, [...(places.get(id) ?? []), folderId]);
    }
  }
  for (const [id, found] of places) expect(found, id).to.have.length(1);
  for (const { id, place } of documents) {
    const isThere = isShown(tree, place);
    expect(places.get(id) ?? [], `${id} of ${place}`).to.deep.equal(isThere ? [place] : []);
    expect((await caller.get(`/v1/documents/${id}`)).status).to.equal(isThere ? 200 : 404);
  }
}

async function documentsIn(caller: Client, folderId: string): Promise<Found[]> {
  const path = `/v1/documents?folder_id=${folderId}&limit=200`;
  return expectStatus(await caller.get<{ documents: Found[] }>(path), 200).documents;
}
