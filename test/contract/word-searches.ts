import { expect } from 'chai';
import { headOf, type LivingHead } from '../../src/domain/head.js';
import { newBlockId, newId, newWriteId } from '../../src/domain/ids.js';
import { meets, type ResultConditions } from '../../src/domain/result-conditions.js';
import { SEARCH_ORDERS, type ResultPosition, type SearchOrder } from '../../src/domain/result-order.js';
import type { Slot, Version } from '../../src/domain/version.js';
import { compareFound, rankOf, type DocumentWords } from '../../src/domain/words/rank.js';
import { documentWords, searchedText } from '../../src/domain/words/searched-text.js';
import { parseSearch, type WordQuery } from '../../src/domain/words/word-query.js';
import { newVersion } from '../../src/operations/write/new-version.js';
import { atOnce } from '../../src/platform/in-turns.js';
import type { DocumentIndex, WordSearch } from '../../src/ports/document-index.js';
import { newOwner } from '../support/factories.js';
import { byBytes, inOrder } from '../support/index-helpers.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { soughtText, textOf, vocabulary } from '../support/oracle/word-texts.js';
import { rounds } from '../support/rounds.js';
import { tombstoneAfter } from '../maintenance/planting.js';

export type WordSearchFixture = {
  /** Installed and empty. */
  index: DocumentIndex;
  /** Puts a slot where the index finds what it is made of, beside its head. */
  keep(slot: Slot): Promise<void>;
};

const DOCUMENTS = 400;
const SEARCHES = rounds(1_500, 20_000);
const TAGS = ['red', 'green', 'blue', 'ünïque', '\uff5e', '😀'];
const MINUTE = 60_000;
/** Without documents. As many as results are counted in. */
const MANY_FOLDERS = Array.from({ length: 9_990 }, () => newId(newOwner()));

type Known = { version: Version; head: LivingHead; words: DocumentWords };
type Found = { head: LivingHead; rank: number };

/** Random documents of several owners and random searches, beside the rules. */
export function wordSearchFacts(fixture: () => WordSearchFixture): void {
  describe('searches with words, beside the rules', function () {
    this.timeout(120_000 + 60 * SEARCHES);
    const random = new SeededRandom(5);
    const vocabularyOfAll = vocabulary(random, 60);
    const texts: string[] = [];
    const owners = [newOwner(), newOwner(), newOwner()];
    const folders = new Map(owners.map((owner) => [owner, [newId(owner), newId(owner), newId(owner)]]));
    const known = new Map<string, Known>();

    const text = (most: number) => textOf(random, vocabularyOfAll, 1 + random.below(most));
    /** Few times, so that many are equal. */
    const time = () => new Date(Date.UTC(2026, 2, 14) + random.below(60) * MINUTE).toISOString();

    function versionOf({ document, version }: Pick<Version, 'document' | 'version'>): Version {
      const blocks = Array.from({ length: random.below(4) }, () => text(12));
      texts.push(...blocks);
      const common = { document, version, createdAt: time(), author: null, idempotency: null };
      return newVersion(common, {
        title: text(3).trim() || 'a',
        contentType: 'text',
        metadata: { tags: TAGS.filter(() => random.chance(0.4)) },
        blocks: blocks.map((content, n) => ({
          id: newBlockId(),
          order: n,
          type: 'paragraph',
          content,
          metadata: null,
        })),
        contentHash: null,
        source: null,
      });
    }

    function created(): Version {
      const owner = random.pick(owners);
      const document = {
        ...{ id: newId(owner), owner, folderId: random.pick(folders.get(owner) ?? []), createdAt: time() },
        visibility: random.pick(['public', 'private'] as const),
        byKey: random.chance(0.5) ? { key: `k${random.below(3)}/${newWriteId()}`, life: 1 } : null,
      };
      return versionOf({ document, version: 1 });
    }

    async function write(slot: Slot): Promise<void> {
      const { index, keep } = fixture();
      const head = headOf(slot);
      await keep(slot);
      const revision = slot.version === 1 ? undefined : (await index.readHead(head.id))?.revision;
      expect(await index.writeHead({ head, slot, expected: revision ?? 'absent', summaries: [] })).to.equal('written');
      if (slot.deleted || head.deleted) known.delete(head.id);
      else known.set(head.id, { version: slot, head, words: atOnce(documentWords(atOnce(searchedText(slot)))) });
    }

    async function writeAll(slots: readonly Slot[]): Promise<void> {
      const rest = slots.values();
      const worker = async () => {
        for (const slot of rest) await write(slot);
      };
      await Promise.all(Array.from({ length: 16 }, worker));
      await fixture().index.refresh();
    }

    function expected(words: WordQuery, { owner, order, ...conditions }: Asked): Found[] {
      const found = [...known.values()].flatMap(({ head, words: own }): Found[] => {
        const rank = head.owner === owner && meets(head, conditions) ? rankOf(words, own) : undefined;
        return rank === undefined ? [] : [{ head, rank }];
      });
      const byRelevance = (one: Found, other: Found) => compareFound(placed(one), placed(other));
      if (order === 'relevance') return found.sort(byRelevance);
      const ordered = inOrder(
        found.map(({ head }) => head),
        order,
      );
      return ordered.map((head) => ({ head, rank: -1 }));
    }

    type Asked = ResultConditions & { owner: string; order: SearchOrder };

    function randomAsked(): Asked {
      const owner = random.pick(owners);
      const [first = '', second = ''] = folders.get(owner) ?? [];
      const prefix = (length: number) =>
        [...random.pick([...known.values()]).head.foldedTitle].slice(0, length).join('');
      return {
        ...{ owner, order: random.chance(0.5) ? 'relevance' : random.pick(SEARCH_ORDERS) },
        ...(random.chance(0.2) && { tag: random.pick(TAGS) }),
        ...(random.chance(0.1) && { tag: 'red', moreTags: ['green'] }),
        ...(random.chance(0.1) && { visibility: random.pick(['public', 'private'] as const) }),
        ...(random.chance(0.1) && { updatedFrom: time() }),
        ...(random.chance(0.1) && { updatedBefore: time() }),
        ...(random.chance(0.1) && { keyPrefix: random.pick(['k', 'k1/']) }),
        ...(random.chance(0.05) && { prefix: prefix(1 + random.below(2)) }),
        ...random.pick([{}, {}, {}, {}, { folderId: first }, { folderIds: new Set([first, second]) }]),
      };
    }

    async function expectPages(words: WordQuery, asked: Asked, said: string): Promise<Found[]> {
      const { index } = fixture();
      const wanted = expected(words, asked);
      const limit = random.pick([1, 3, 20, 50]);
      const query: WordSearch = { ...asked, words, limit, offset: 0, after: undefined };
      const isWalked = limit >= 3 && random.chance(0.4);
      const found: Found[] = [];
      for (let after: ResultPosition | undefined; ;) {
        const page = await index.searchWords({ ...query, after });
        found.push(...page.heads.map((head) => ({ head, rank: page.ranks?.get(head.id) ?? -1 })));
        after = page.next;
        if (!after || !isWalked) break;
      }
      expect(shown(found), said).to.deep.equal(shown(isWalked ? wanted : wanted.slice(0, limit)));
      const offset = random.below(12);
      const { heads } = await index.searchWords({ ...query, offset });
      expect(heads, `${said} from ${offset}`).to.deep.equal(
        wanted.slice(offset, offset + limit).map(({ head }) => head),
      );
      return wanted;
    }

    async function expectCounts(words: WordQuery, asked: Asked, wanted: readonly Found[]): Promise<void> {
      const most = random.pick([0, 1, 3, 20]);
      const { order: _, ...conditions } = asked;
      const { folderIds } = asked;
      const hiddenFolderIds = random.chance(0.2) ? new Set(folders.get(asked.owner)?.slice(0, 1)) : undefined;
      const counted = wanted.filter(({ head }) => !hiddenFolderIds?.has(head.folderId));
      const counts = TAGS.map((value) => ({
        value,
        count: counted.filter(({ head }) => head.tags.includes(value)).length,
      }));
      const tags = counts
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count || byBytes(one.value, other.value))
        .slice(0, most);
      const query = { ...conditions, words, tags: most, hiddenFolderIds };
      for (const asked of folderIds
        ? [query, { ...query, folderIds: new Set([...MANY_FOLDERS, ...folderIds]) }]
        : [query])
        expect(await fixture().index.countWords(asked), JSON.stringify(asked.words)).to.deep.equal({
          total: counted.length,
          tags,
          isExact: true,
        });
    }

    async function searchOften(times: number): Promise<void> {
      let results = 0;
      for (let n = 0; n < times; n++) {
        const sought = soughtText(random, vocabularyOfAll, texts);
        const words = parseSearch(sought);
        if (words.required.length === 0) continue;
        const asked = randomAsked();
        const wanted = await expectPages(words, asked, JSON.stringify([sought, asked]));
        if (random.chance(0.3)) await expectCounts(words, asked, wanted);
        results += wanted.length;
      }
      expect(results).to.be.above(times);
    }

    it(`find the same in the same order, of ${DOCUMENTS} documents, ${SEARCHES} times`, async () => {
      await writeAll(Array.from({ length: DOCUMENTS }, created));
      await searchOften(SEARCHES / 2);
    });

    it('find what documents have become, and none that is deleted', async () => {
      const shuffled = random.shuffled([...known.values()].map(({ version }) => version));
      await writeAll([
        ...shuffled.slice(0, DOCUMENTS / 4).map((version) => versionOf({ ...version, version: 2 })),
        ...shuffled.slice(-DOCUMENTS / 10).map((version) => tombstoneAfter(version)),
        ...Array.from({ length: 20 }, created),
      ]);
      await searchOften(SEARCHES / 2);
    });
  });
}

function placed({ head: { id, updatedAt }, rank }: Found) {
  return { id, updatedAt, rank };
}

function shown(found: readonly Found[]): string[] {
  return found.map(({ head, rank }) => `${rank} ${head.id} ${head.currentVersion}`);
}
