import { expect } from 'chai';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { livingHead, newOwner, tombstoneHead, tombstoneOf, versionSummary } from '../support/factories.js';
import { query, readExisting, replaceHead, searchHeads } from '../support/index-helpers.js';
import { listFacts } from './document-index-list.js';
import { orderFacts } from './document-index-orders.js';
import { keyFacts } from './document-index-keys.js';
import { folderFacts } from './document-index-folders.js';
import { pageFacts } from './document-index-pages.js';
import { entryCountFacts } from './document-index-counts.js';
import { searchFacts } from './document-index-search.js';
import { unrefreshedFacts } from './document-index-unrefreshed.js';

export type DocumentIndexFixture = {
  /** Installed and empty. */
  index: DocumentIndex;
  dispose(): Promise<void>;
};

/** What every index must do, whatever it is made of. One index for the suite, owners of its own per test. */
export function documentIndexContract(name: string, make: () => Promise<DocumentIndexFixture>): void {
  describe(`document index contract: ${name}`, function () {
    this.timeout(120_000);
    let fixture: DocumentIndexFixture;
    const index = () => fixture.index;

    before(async () => {
      fixture = await make();
    });
    after(async () => fixture?.dispose());

    headFacts(index);
    summaryFacts(index);
    searchFacts(index);
    pageFacts(index);
    unrefreshedFacts(index);
    countFacts(index);
    entryCountFacts(index);
    folderFacts(index);
    keyFacts(index);
    listFacts(index);
    orderFacts(index);
    generationFacts(index);
  });
}

function headFacts(index: () => DocumentIndex): void {
  describe('heads', () => {
    it('come back with every field as written, at once', async () => {
      const head = livingHead({
        title: 'Ünïcode 😀 "quoted" \\ \u0000 \u2028',
        tags: ['a', 'A', 'ä', '😀', ''],
        metadata: JSON.stringify({ constructor: 1, text: '😀'.repeat(100) }).replace('constructor', '__proto__'),
        visibility: 'public',
        contentType: 'html',
        blockCount: 0,
        currentVersion: 2_147_483_648,
        updatedAt: '2027-01-01T00:00:00.000Z',
      });
      expect(await index().writeHead({ head, expected: 'absent', summaries: [] })).to.equal('written');
      expect((await readExisting(index(), head.id)).head).to.deep.equal(head);
      await index().refresh();
      expect(await searchHeads(index(), query(head.owner))).to.deep.equal([head]);
    });

    it('keep metadata of 256 KiB', async () => {
      const head = livingHead({ metadata: JSON.stringify({ text: 'x'.repeat(256 * 1024 - 11) }) });
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      expect((await readExisting(index(), head.id)).head).to.deep.equal(head);
    });

    it('that were never written read as undefined', async () => {
      expect(await index().readHead(newId('nobody'))).to.equal(undefined);
    });

    it('are written only if absent, when that is expected', async () => {
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      const other = { ...head, title: 'Other', foldedTitle: 'other' };
      expect(await index().writeHead({ head: other, expected: 'absent', summaries: [] })).to.equal('conflict');
      expect((await readExisting(index(), head.id)).head).to.deep.equal(head);
      expect(await index().readHead(newId(head.owner))).to.equal(undefined);
    });

    it('are replaced under the revision they have, and no longer under the one before', async () => {
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      const first = (await readExisting(index(), head.id)).revision;
      const second = { ...head, currentVersion: 2 };
      expect(await index().writeHead({ head: second, expected: first, summaries: [] })).to.equal('written');
      const third = { ...head, currentVersion: 3 };
      expect(await index().writeHead({ head: third, expected: first, summaries: [] })).to.equal('conflict');
      expect((await readExisting(index(), head.id)).head).to.deep.equal(second);
    });

    it('keep their revision while nobody writes, and while others are written', async () => {
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      const { revision } = await readExisting(index(), head.id);
      await index().writeHead({ head: livingHead({ owner: head.owner }), expected: 'absent', summaries: [] });
      await index().refresh();
      expect((await readExisting(index(), head.id)).revision).to.deep.equal(revision);
      expect(await index().writeHead({ head, expected: revision, summaries: [] })).to.equal('written');
    });

    it('cannot be written under a revision when there are none', async () => {
      const present = livingHead();
      await index().writeHead({ head: present, expected: 'absent', summaries: [] });
      const { revision } = await readExisting(index(), present.id);
      const missing = livingHead({ owner: present.owner });
      expect(await index().writeHead({ head: missing, expected: revision, summaries: [] })).to.equal('conflict');
      expect(await index().readHead(missing.id)).to.equal(undefined);
    });

    it('are refused under a revision of an index that is gone', async () => {
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      const { revision } = await readExisting(index(), head.id);
      const gone = { ...revision, index: `${revision.index}-gone` };
      const outcome = await index().writeHead({ head: { ...head, blockCount: 9 }, expected: gone, summaries: [] });
      expect(outcome).to.equal('refused');
      expect((await readExisting(index(), head.id)).head).to.deep.equal(head);
    });

    it('tombstoneHead: that are tombstones stay, are no absence, and have a revision of their own', async () => {
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      const alive = (await readExisting(index(), head.id)).revision;
      const tombstone = tombstoneOf(head);
      expect(await index().writeHead({ head: tombstone, expected: alive, summaries: [] })).to.equal('written');
      const late = { ...head, currentVersion: 2 };
      expect(await index().writeHead({ head: late, expected: alive, summaries: [] })).to.equal('conflict');
      expect(await index().writeHead({ head: late, expected: 'absent', summaries: [] })).to.equal('conflict');
      const dead = await readExisting(index(), head.id);
      expect(dead.head).to.deep.equal(tombstone);
      const rewritten = { ...tombstone, currentVersion: 3 };
      expect(await index().writeHead({ head: rewritten, expected: dead.revision, summaries: [] })).to.equal('written');
      expect((await readExisting(index(), head.id)).head).to.deep.equal(rewritten);
    });

    it('let exactly one of 20 writers of one revision through', async () => {
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      for (let round = 0; round < 5; round++) {
        const { revision } = await readExisting(index(), head.id);
        const titles = Array.from({ length: 20 }, (_, racer) => `racer ${round} ${racer}`);
        const outcomes = await Promise.all(
          titles.map((title) =>
            index().writeHead({ head: { ...head, title, foldedTitle: title }, expected: revision, summaries: [] }),
          ),
        );
        expect(outcomes.filter((outcome) => outcome === 'conflict')).to.have.length(19);
        const winner = titles[outcomes.indexOf('written')];
        expect((await readExisting(index(), head.id)).head).to.include({ title: winner });
        await index().refresh();
        expect((await searchHeads(index(), query(head.owner))).map(({ title }) => title)).to.deep.equal([winner]);
      }
    });

    it('let exactly one of 20 creators through', async () => {
      const head = livingHead();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, racer) =>
          index().writeHead({ head: { ...head, blockCount: racer }, expected: 'absent', summaries: [] }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'conflict')).to.have.length(19);
      expect((await readExisting(index(), head.id)).head).to.include({ blockCount: outcomes.indexOf('written') });
    });
  });
}

function summaryFacts(index: () => DocumentIndex): void {
  describe('version summaries', () => {
    const summaries = [1, 2, 3, 4, 5].map((version) =>
      versionSummary({
        version,
        title: `Version ${version} 😀`,
        idempotency: version % 2 ? { key: 'k'.repeat(22), request: 'r'.repeat(22) } : null,
      }),
    );
    const written = async () => {
      const head = livingHead({ currentVersion: 5 });
      await index().writeHead({ head, expected: 'absent', summaries });
      return head.id;
    };

    it('travel with the head and are read at once, in the order asked for', async () => {
      const id = await written();
      expect(await index().readSummaries(id, [1, 2, 3, 4, 5])).to.deep.equal(summaries);
      expect(await index().readSummaries(id, [4, 2])).to.deep.equal([summaries[3], summaries[1]]);
      expect(await index().readSummaries(id, [])).to.deep.equal([]);
    });

    it('are undefined where there is none', async () => {
      const id = await written();
      expect(await index().readSummaries(id, [5, 6, 1])).to.deep.equal([summaries[4], undefined, summaries[0]]);
      expect(await index().readSummaries(newId('nobody'), [1])).to.deep.equal([undefined]);
    });

    it('are written though the head conflicts', async () => {
      const id = await written();
      const sixth = versionSummary({ version: 6 });
      const head = livingHead({ id });
      expect(await index().writeHead({ head, expected: 'absent', summaries: [sixth] })).to.equal('conflict');
      expect(await index().readSummaries(id, [6])).to.deep.equal([sixth]);
    });

    it('are put back where missing, and stay where they are', async () => {
      const id = await written();
      const added = versionSummary({ version: 7 });
      await index().restoreSummaries(id, [versionSummary({ version: 2, title: 'Not this' }), added]);
      expect(await index().readSummaries(id, [2, 7])).to.deep.equal([summaries[1], added]);
      await index().restoreSummaries(id, []);
    });

    it('are removed from one number to another, both included', async () => {
      const [id, other] = [await written(), await written()];
      await index().removeSummaries(id, 2, 4);
      expect(await index().readSummaries(id, [1, 2, 3, 4, 5])).to.deep.equal([
        summaries[0],
        undefined,
        undefined,
        undefined,
        summaries[4],
      ]);
      await index().removeSummaries(id, 1, 1000);
      expect(await index().readSummaries(id, [1, 5])).to.deep.equal([undefined, undefined]);
      expect(await index().readSummaries(other, [1, 2, 3, 4, 5])).to.deep.equal(summaries);
    });

    it('are read 1,000 at a time', async () => {
      const many = Array.from({ length: 1000 }, (_, i) => versionSummary({ version: i + 1 }));
      const head = livingHead({ currentVersion: 1000 });
      await index().writeHead({ head, expected: 'absent', summaries: many });
      expect(
        await index().readSummaries(
          head.id,
          many.map(({ version }) => version),
        ),
      ).to.deep.equal(many);
    });
  });
}

function countFacts(index: () => DocumentIndex): void {
  describe('counts of a month', () => {
    const count = async (owner: string, month: string) => {
      await index().refresh();
      return index().countCreated(owner, month);
    };
    const at = (time: string) => ({ createdAt: time, updatedAt: '2027-06-01T00:00:00.000Z' });

    it('hold the documents created in it, by UTC, deleted ones too', async () => {
      const owner = newOwner();
      const heads = [
        livingHead({ owner, ...at('2026-02-28T23:59:59.999Z') }),
        livingHead({ owner, ...at('2026-03-01T00:00:00.000Z') }),
        livingHead({ owner, ...at('2026-03-31T23:59:59.999Z') }),
        tombstoneHead({ owner, ...at('2026-03-15T12:00:00.000Z') }),
        livingHead({ owner, ...at('2026-04-01T00:00:00.000Z') }),
        livingHead(at('2026-03-15T12:00:00.000Z')),
      ];
      for (const head of heads) await index().writeHead({ head, expected: 'absent', summaries: [] });
      expect(await count(owner, '2026-02')).to.equal(1);
      expect(await count(owner, '2026-03')).to.equal(3);
      expect(await count(owner, '2026-04')).to.equal(1);
      expect(await count(owner, '2026-05')).to.equal(0);
      expect(await count(newOwner(), '2026-03')).to.equal(0);
    });

    it('do not change when a document is pushed to or deleted', async () => {
      const head = livingHead(at('2026-03-15T12:00:00.000Z'));
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      await replaceHead(index(), { ...head, currentVersion: 2, updatedAt: '2026-05-01T00:00:00.000Z' });
      expect(await count(head.owner, '2026-03')).to.equal(1);
      await replaceHead(index(), tombstoneOf(head));
      expect(await count(head.owner, '2026-03')).to.equal(1);
      expect(await count(head.owner, '2026-05')).to.equal(0);
    });
  });
}

function generationFacts(index: () => DocumentIndex): void {
  describe('the generation', () => {
    it('is installed once, by any number of callers, and leaves what exists as it is', async () => {
      const generation = await index().readGeneration();
      expect(generation).to.match(/./);
      const head = livingHead();
      await index().writeHead({ head, expected: 'absent', summaries: [] });
      const { revision } = await readExisting(index(), head.id);
      await Promise.all(Array.from({ length: 8 }, () => index().install(String(generation))));
      expect(await index().readGeneration()).to.equal(generation);
      expect(await readExisting(index(), head.id)).to.deep.equal({ head, revision });
      expect(await index().writeHead({ head, expected: revision, summaries: [] })).to.equal('written');
    });
  });
}
