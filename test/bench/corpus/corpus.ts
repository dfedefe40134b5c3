import { NO_ASSETS } from '../../../src/domain/content/assets.js';
import { DIGITS } from '../../../src/domain/base62.js';
import type { DocumentBlock } from '../../../src/domain/document.js';
import type { Folder } from '../../../src/domain/folder.js';
import { rootFolderId, routingSlotOf } from '../../../src/domain/ids.js';
import type { Version } from '../../../src/domain/version.js';
import { numberBlocks } from '../../../src/operations/write/new-version.js';
import { SeededRandom } from '../../support/oracle/seeded-random.js';
import { newBlocks } from './documents.js';
import { Words } from './words.js';
import { Zipf } from './zipf.js';

export const OWNERS = 1_000;
/** Owner 0 has this share unless told otherwise. The others have few each, some more, some less. */
const LARGE_SHARE = 1 / 3;
const FOLDERS_OF_LARGE = 40;
const FOLDERS_OF_OTHERS = 2;
/** Of documents. */
const IN_ROOT_SHARE = 0.2;
const TAGS = 400;
const MOST_TAGS = 3;
/** Of titles; these have more than 64 code points, the rest has up to eight words. */
const LONG_SHARE = 0.1;
const CONTENTS = 16;
const EPOCH = Date.parse('2026-01-01T00:00:00.000Z');
const NAME_LENGTH = 22;

export function ownerName(number: number): string {
  return `owner-${String(number).padStart(4, '0')}`;
}

/** `largeShare`: of all documents, that of owner 0. `isVaried`: each document has a text of its own, not one of 16. */
export type CorpusKind = { largeShare?: number | undefined; isVaried?: boolean };

/** Documents of many owners, each with one version of 4 KB: the same ones for the same seed. */
export class Corpus {
  readonly size: number;
  readonly isVaried: boolean;
  readonly words: Words;
  readonly folders: readonly Folder[];
  readonly #seed: number;
  readonly #largeShare: number;
  readonly #owners = new Zipf(OWNERS - 1, 0.6);
  readonly #tags = new Zipf(TAGS, 1);
  readonly #slots = Array.from({ length: OWNERS }, (_, owner) => routingSlotOf(ownerName(owner)));
  readonly #foldersOf = new Map<string, readonly Folder[]>();
  readonly #contents: readonly (readonly DocumentBlock[])[];

  constructor(size: number, seed: number, { largeShare = LARGE_SHARE, isVaried = false }: CorpusKind = {}) {
    const random = new SeededRandom(seed);
    this.size = size;
    this.isVaried = isVaried;
    this.#largeShare = largeShare;
    this.words = new Words(random.fork());
    this.#contents = Array.from({ length: CONTENTS }, () => numberBlocks(newBlocks(this.words, random)));
    this.folders = this.#slots.flatMap((_, owner) => this.#newFolders(owner, random));
    for (const folder of this.folders) this.#foldersOf.set(folder.owner, [...this.#of(folder.owner), folder]);
    this.#seed = random.below(2 ** 32);
  }

  /** Made while they are asked for, since a million of them is more than should be held. */
  *versions(): Generator<Version> {
    const random = new SeededRandom(this.#seed);
    for (let n = 0; n < this.size; n++) yield this.#newVersion(n, random);
  }

  #newVersion(n: number, random: SeededRandom): Version {
    const number = random.chance(this.#largeShare) ? 0 : 1 + this.#owners.draw(random);
    const owner = ownerName(number);
    const folderId = random.chance(IN_ROOT_SHARE) ? rootFolderId(owner) : random.pick(this.#of(owner)).id;
    const createdAt = new Date(EPOCH + n * 1_000).toISOString();
    return {
      deleted: false,
      writeId: `corpus-${n}`,
      document: { id: this.#newId(number, random), owner, folderId, visibility: 'private', createdAt, byKey: null },
      version: 1,
      title: this.#newTitle(random),
      contentType: 'markdown',
      metadata: { tags: this.#newTags(random), source: 'bench' },
      blocks: this.isVaried
        ? numberBlocks(newBlocks(this.words, random))
        : (this.#contents[n % CONTENTS] as readonly DocumentBlock[]),
      contentHash: null,
      source: null,
      assets: NO_ASSETS,
      root: null,
      author: null,
      createdAt,
      idempotency: null,
    };
  }

  #of(owner: string): readonly Folder[] {
    return this.#foldersOf.get(owner) ?? [];
  }

  #newTitle(random: SeededRandom): string {
    return this.words.sentence(random, random.chance(LONG_SHARE) ? 14 + random.below(8) : 2 + random.below(7));
  }

  #newTags(random: SeededRandom): string[] {
    const drawn = Array.from({ length: random.below(MOST_TAGS + 1) }, () => `tag-${this.#tags.draw(random)}`);
    return [...new Set(drawn)];
  }

  #newFolders(owner: number, random: SeededRandom): Folder[] {
    const count = owner === 0 ? FOLDERS_OF_LARGE : FOLDERS_OF_OTHERS;
    return Array.from({ length: count }, (_, n): Folder => ({
      id: this.#newId(owner, random),
      owner: ownerName(owner),
      name: `Folder ${n}`,
      parentId: null,
      path: `/Folder ${n}`,
      depth: 0,
      createdAt: new Date(EPOCH).toISOString(),
    }));
  }

  #newId(owner: number, random: SeededRandom): string {
    let name = '';
    while (name.length < NAME_LENGTH) name += DIGITS.charAt(random.below(DIGITS.length));
    return name + (this.#slots[owner] as string);
  }
}
