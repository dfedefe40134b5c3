import { expect } from 'chai';
import { UnrefreshedHeads } from '../../src/adapters/opensearch/documents/unrefreshed-heads.js';
import { PageCache } from '../../src/consistency/page-cache.js';
import type { Head } from '../../src/domain/head.js';
import { PAGE_LIFE_MS, UNREFRESHED_HEAD_LIFE_MS, UNTOLD_WAIT_MS } from '../../src/domain/limits.js';
import { livingHead, tombstoneHead } from '../support/factories.js';

describe('UnrefreshedHeads', () => {
  let now: number;
  let reads: string[];
  let found: (id: string) => Promise<Head | undefined>;
  let heads: UnrefreshedHeads;
  const head = livingHead();
  const { id } = head;
  beforeEach(() => {
    now = 1_000;
    reads = [];
    found = async () => head;
    heads = new UnrefreshedHeads(
      (name) => {
        reads.push(name);
        return found(name);
      },
      () => now,
    );
  });

  it('reads a head once for one write, however many ask at once, and later', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => heads.readAll([{ id, write: 'a:1' }])));
    answers.push(await heads.readAll([{ id, write: 'a:1' }]));
    for (const answer of answers) expect(answer).to.deep.equal([head]);
    expect(reads).to.deep.equal([id]);
  });

  it('reads it anew after every other write', async () => {
    for (const write of ['a:1', 'a:2', 'a:1', 'b:1']) await heads.readAll([{ id, write }]);
    expect(reads).to.have.length(4);
  });

  it('headsForTime: reads it anew when the time is over that began before it was asked for', async () => {
    let finish: (head: Head) => void = () => undefined;
    found = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const slow = heads.readAll([{ id, write: 'a:1' }]);
    now += UNREFRESHED_HEAD_LIFE_MS - 1;
    const joined = heads.readAll([{ id, write: 'a:1' }]);
    finish(head);
    await Promise.all([slow, joined]);
    expect(reads).to.have.length(1);
    now += 1;
    found = async () => head;
    await heads.readAll([{ id, write: 'a:1' }]);
    expect(reads).to.have.length(2);
  });

  it('waitForBoth: no page with a head from before a write that could not tell of itself is left after its wait', async () => {
    const pages = new PageCache<string>(
      (page) => page.length,
      () => now,
    );
    const search = () =>
      pages.get('ann', { epoch: { incarnation: 'a', sequence: 1 }, askedAt: now, changes: undefined }, async () =>
        JSON.stringify(await heads.readAll([{ id, write: 'a:1' }])),
      );
    await heads.readAll([{ id, write: 'a:1' }]);
    found = async () => ({ ...head, title: 'written since' });
    const writtenAt = now;
    now += UNREFRESHED_HEAD_LIFE_MS - 1;
    expect(await search()).not.to.include('written since');
    now += PAGE_LIFE_MS - 1;
    expect(await search()).not.to.include('written since');
    now = writtenAt + UNTOLD_WAIT_MS;
    expect(await search()).to.include('written since');
  });

  it('gives tombstones, and nothing for what is not there', async () => {
    const tombstone = tombstoneHead();
    found = async (name) => (name === tombstone.id ? tombstone : undefined);
    expect(
      await heads.readAll([
        { id, write: 'a:1' },
        { id: tombstone.id, write: 'a:2' },
      ]),
    ).to.deep.equal([tombstone]);
  });

  it('tells of a failure, and does not keep it', async () => {
    found = async () => {
      throw new Error('no index');
    };
    const failure = await heads.readAll([{ id, write: 'a:1' }]).catch((error: Error) => error.message);
    expect(failure).to.equal('no index');
    found = async () => head;
    expect(await heads.readAll([{ id, write: 'a:1' }])).to.deep.equal([head]);
  });

  it('keeps no head with much metadata', async () => {
    found = async () => ({ ...head, metadata: JSON.stringify('x'.repeat(5_000)) });
    for (let n = 0; n < 2; n++) await heads.readAll([{ id, write: 'a:1' }]);
    expect(reads).to.have.length(2);
  });
});
