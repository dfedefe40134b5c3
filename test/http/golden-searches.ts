import { fold } from '../../src/domain/fold.js';
import type { Folder } from '../../src/domain/folder.js';
import type { LivingHead } from '../../src/domain/head.js';
import { rootFolderId, routingSlotOf } from '../../src/domain/ids.js';
import { folder, livingHead } from '../support/factories.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';

/** A search that is the same in every run. `setting`: which of two services is asked. */
export type GoldenSearch = {
  setting: 'CORS' | 'no CORS';
  method: 'GET' | 'HEAD';
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Sent again with the entity tag of the first answer; that second answer counts. */
  isConditional: boolean;
};

export const GOLDEN_OWNER = 'golden-owner';
export const ALLOWED_ORIGIN = 'https://a.example';
const SEARCHES = 300;
const HEADS = 240;
const SEED = 20;

const STARTS = [
  'Alpha',
  'alpine',
  'ALPHABET',
  'Beta',
  'straße',
  'Ünïcode',
  'ﬃ',
  '文書',
  '🗂 box',
  '"quoted"',
  '\\ back',
];
/** Titles and metadata that need escapes in JSON, or more than one byte in UTF-8. */
const ENDS = ['', ' </script>', ' \u2028 line', '\ttab', ' 文書', ' and more words in a longer title'];
const TAGS = ['red', 'Red', 'grün', 'two words', '🗂'];

const PREFIXES = [
  'a',
  'AL',
  'alpha',
  'alphabet ',
  'b',
  'STRASSE',
  'strasse',
  'ünï',
  'FF',
  '文',
  '🗂',
  '"',
  '\\',
  'none',
];
const OFFSETS = ['', '', '', '', '0', '1', '7', '2147483647'];
const LIMITS = ['', '', '1', '3', '20', '50'];
const FAULTS = [
  '',
  'q=',
  'tag=&q=',
  'limit=5',
  'q=a&limit=0',
  'q=a&limit=51',
  'q=a&limit=x',
  'q=a&offset=-1',
  'q=a&offset=2147483648',
  'q=a&q=b',
  'q=a&limit=1.5',
  'q=a&folder_id=none',
];
const CODINGS = ['', '', 'gzip', 'br, gzip', 'deflate', '*;q=0', 'identity'];
const ORIGINS = ['', '', ALLOWED_ORIGIN, 'https://c.example'];

export const GOLDEN_FOLDERS: readonly Folder[] = ['Inbox', 'Old "things"'].map((name, n) =>
  folder({ id: idOf(1_000 + n), owner: GOLDEN_OWNER, name }),
);

export const GOLDEN_HEADS: readonly LivingHead[] = Array.from({ length: HEADS }, (_, n) => {
  const title = `${STARTS[n % STARTS.length]}${ENDS[n % ENDS.length]}${n % 3 === 0 ? '' : ` ${n % 17}`}`;
  const tags = TAGS.filter((_tag, t) => (n + t) % (t + 2) === 0);
  const metadata = { tags, z: ENDS[n % ENDS.length], a: { '10': n, b: [true, null, 1.5e300] } };
  return livingHead({
    id: idOf(n),
    owner: n % 20 === 19 ? 'somebody-else' : GOLDEN_OWNER,
    folderId: n % 4 === 0 ? idOf(1_000 + (n % 8) / 4) : rootFolderId(GOLDEN_OWNER),
    title,
    foldedTitle: fold(title),
    tags: n % 5 === 0 ? [] : tags,
    metadata: n % 5 === 0 ? null : JSON.stringify(metadata),
    visibility: n % 2 === 0 ? 'private' : 'public',
    contentType: n % 3 === 0 ? 'markdown' : 'html',
    blockCount: n,
    currentVersion: 1 + (n % 9),
    updatedAt: new Date(Date.UTC(2026, 2, 15) + n * 1_001).toISOString(),
  });
});

/** Every parameter of a search, with and without an origin and codings, and with the entity tag of the answer. */
export function goldenSearches(): GoldenSearch[] {
  const random = new SeededRandom(SEED);
  return Array.from({ length: SEARCHES }, (_, n) => {
    const isFaulty = n % 15 === 14;
    const query = isFaulty ? (FAULTS[((n - 14) / 15) % FAULTS.length] as string) : drawQuery(random);
    const sent = { 'Accept-Encoding': random.pick(CODINGS), Origin: random.pick(ORIGINS) };
    return {
      setting: n % 3 === 2 ? 'no CORS' : 'CORS',
      method: random.chance(0.1) ? 'HEAD' : 'GET',
      path: `/v1/documents/search?${query}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      isConditional: !isFaulty && random.chance(0.2),
    };
  });
}

function drawQuery(random: SeededRandom): string {
  const [hasPrefix, hasTag] = random.pick([
    [true, false],
    [true, false],
    [false, true],
    [true, true],
  ]) as [boolean, boolean];
  const values = {
    q: hasPrefix ? random.pick(PREFIXES) : '',
    tag: hasTag ? random.pick([...TAGS, 'none']) : '',
    folder_id: random.chance(0.3)
      ? random.pick([...GOLDEN_FOLDERS.map(({ id }) => id), rootFolderId(GOLDEN_OWNER)])
      : '',
    limit: random.pick(LIMITS),
    offset: random.pick(OFFSETS),
    unknown: random.chance(0.1) ? 'x' : '',
  };
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString();
}

function idOf(n: number): string {
  return `golden${String(n).padStart(16, '0')}${routingSlotOf(GOLDEN_OWNER)}`;
}
