import { expect } from 'chai';
import type { Actor } from '../../src/domain/api-key.js';
import type { LivingHead } from '../../src/domain/head.js';
import { CooperativeQueue } from '../../src/http/limits/cooperative-queue.js';
import type { RouteServices } from '../../src/http/route.js';
import { diffVersionsRoute } from '../../src/http/routes/diff-versions.js';
import { diffVersions } from '../../src/operations/diff-versions.js';
import type { VersionReads } from '../../src/operations/read-version.js';
import type { OnSize } from '../../src/ports/object-store.js';
import type { Asker, Render } from '../../src/render/worker/render-pool.js';
import { diffOf, randomPair, versionOf } from '../support/diffed-versions.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { renderHere } from '../support/rendered-pages.js';

const DOCUMENT = versionOf({ blocks: [] }).document;
const BYTES = 1_000;

/** Versions of 1,001, 1,002, … bytes; `kept` ones are read without a call of `onSize`. */
function readsOf(kept: readonly number[]) {
  const reads: number[] = [];
  const head = { ...DOCUMENT, deleted: false, currentVersion: 3 } as unknown as LivingHead;
  const ports = {
    index: { readHead: async () => ({ head }) },
    versions: {
      readSized: async (_id: string, version: number, onSize?: OnSize) => {
        reads.push(version);
        if (!kept.includes(version)) onSize?.(BYTES + version);
        return { version: versionOf({ blocks: [] }, version), bytes: BYTES + version };
      },
    },
  } as unknown as VersionReads;
  return { reads, ports };
}

async function sizesOf(ports: VersionReads, from: number, to: number): Promise<number[]> {
  const sizes: number[] = [];
  const { read } = await diffVersions(ports, { owner: DOCUMENT.owner } as Actor, { documentId: DOCUMENT.id, from, to });
  const pair = await read((bytes) => sizes.push(bytes));
  expect([pair.from.version, pair.to.version, pair.bytes]).to.deep.equal([from, to, sizes.at(-1)]);
  return sizes;
}

describe('diffVersions', () => {
  it('tells what both versions take before it reads the second, and reads none before it is asked', async () => {
    const { ports, reads } = readsOf([]);
    await diffVersions(ports, { owner: DOCUMENT.owner } as Actor, { documentId: DOCUMENT.id, from: 1, to: 2 });
    expect(reads).to.deep.equal([]);
    expect(await sizesOf(ports, 3, 1)).to.deep.equal([1_003, 2_004, 2_004]);
    expect(reads).to.deep.equal([3, 1]);
  });

  it('tells it also of versions that are kept in memory', async () => {
    expect((await sizesOf(readsOf([1, 2]).ports, 1, 2)).at(-1)).to.equal(2_003);
  });

  it('reads a version once that is compared to itself', async () => {
    const { ports, reads } = readsOf([]);
    await sizesOf(ports, 2, 2);
    expect(reads).to.deep.equal([2]);
  });

  it('is answered after both versions and the answer are booked, and reads nothing for a HEAD', async () => {
    const { ports, reads } = readsOf([]);
    const route = diffVersionsRoute({ context: ports, largeWork: new CooperativeQueue() } as unknown as RouteServices);
    const booked: number[] = [];
    const { load, etag } = await route.handle({
      actor: { owner: DOCUMENT.owner },
      params: { document_id: DOCUMENT.id, from_version: '1', to_version: '2' },
      bookBytes: (bytes: number) => booked.push(bytes),
    } as unknown as Parameters<typeof route.handle>[0]);
    expect([etag, reads]).to.deep.equal(['"1-2"', []]);
    const json = (await load?.()) as Buffer;
    expect(booked).to.deep.equal([1_001, 2_003, 2_003, 2_003 + json.length]);
  });

  it('compares long versions in a thread of their owner, with the same answer', async () => {
    const random = new SeededRandom(1);
    for (let n = 0; n < 20; n++) {
      const { from, to } = randomPair(random);
      const askers: Asker[] = [];
      const answerFor = async (bytes: number) => {
        const versions = {
          readSized: async (_id: string, version: number) => ({ version: [from, to][version - 1], bytes }),
        };
        const index = { readHead: async () => ({ head: { ...DOCUMENT, deleted: false, currentVersion: 3 } }) };
        const render: Render = (asker, job) => {
          askers.push(asker);
          return renderHere(asker, structuredClone(job));
        };
        const services = { context: { index, versions }, largeWork: new CooperativeQueue(), render };
        const route = diffVersionsRoute(services as unknown as RouteServices);
        const { load } = await route.handle({
          actor: { owner: DOCUMENT.owner },
          params: { document_id: DOCUMENT.id, from_version: '1', to_version: '2' },
          bookBytes: () => undefined,
        } as unknown as Parameters<typeof route.handle>[0]);
        return String(await load?.());
      };
      expect(await answerFor(32 * 1024)).to.equal(JSON.stringify(diffOf(from, to)));
      expect(askers).to.deep.equal([]);
      expect(await answerFor(32 * 1024 + 1)).to.equal(JSON.stringify(diffOf(from, to)));
      expect(askers).to.deep.equal([{ line: 'owners', asker: DOCUMENT.owner }]);
    }
  });
});
