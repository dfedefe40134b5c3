import { randomBase62 } from '../../../src/domain/base62.js';
import { clip, contentOfFile, makeContent, partsOfTitle, titleAndMetadata, type SentContent } from './contents.js';
import { DocumentRecord, type Look } from './document-record.js';
import { fileOf } from './files.js';
import { faultOfFolder, type ExpectedFolder, type ShownFolder } from './folder-record.js';
import { KeyRecord } from './key-record.js';
import { compareUtf8 } from './compare-utf8.js';
import { faultsOfSearch, type ShownResult, type WorldQuery } from './check-search.js';
import type { SeededRandom } from './seeded-random.js';

const GROUPS = 3;
const KEYS = 3;
/** Of the contents: they are sent as files. */
const FILE_SHARE = 0.4;

export type NewContent = { word: string; content: SentContent; file: string | undefined };

/**
 * The oracle of one owner: everything that was sent for him and everything that was answered. Few enough documents
 * for one page of a search. Two requests of one world may be under way at once, also at two processes.
 */
export class World {
  /** Every title and every tag begins with it. */
  readonly word = `w${randomBase62(10).toLowerCase()}`;
  readonly documents: DocumentRecord[] = [];
  readonly folders: ExpectedFolder[] = [];
  /** Their documents are found by no query of the others. */
  readonly byKey = Array.from(
    { length: KEYS },
    (_, n) => new KeyRecord(`k${this.word}${n}`, (fault) => this.blame(fault)),
  );
  readonly contents = new Map<string, SentContent>();
  /** By the word of their write. */
  readonly files = new Map<string, string>();
  /** Answers that were held against what is known. */
  checked = 0;
  readonly #onFault: (fault: string) => void;
  #words = 0;

  constructor(onFault: (fault: string) => void) {
    this.#onFault = onFault;
  }

  blame = (fault: string): void => this.#onFault(fault);

  newWord(): string {
    return `${this.word}n${(++this.#words).toString(36).padStart(4, '0')}`;
  }

  /** Documents may be in a folder, which they never leave. */
  newDocument(folder: ExpectedFolder | undefined, random: SeededRandom): DocumentRecord {
    const number = this.documents.length;
    const identity = {
      name: `${this.word}d${String(number).padStart(4, '0')}`,
      tags: [this.word, this.groupTag(number % GROUPS)],
      folder,
      visibility: random.pick(['private', 'public']),
    };
    const record = new DocumentRecord(identity, this.blame);
    this.documents.push(record);
    return record;
  }

  groupTag(group: number): string {
    return `${this.word} group ${group % GROUPS}`;
  }

  /** `file`: what becomes this content; undefined: it is sent as blocks. */
  newContent(record: DocumentRecord, random: SeededRandom): NewContent {
    const word = this.newWord();
    const made = makeContent({ ...record.identity, word }, random);
    const isFile = random.chance(FILE_SHARE);
    const content = isFile ? contentOfFile(made) : made;
    this.contents.set(word, content);
    if (!isFile) return { word, content, file: undefined };
    const file = fileOf(content, random);
    this.files.set(word, file);
    return { word, content, file };
  }

  /** Another title and other metadata for what the version has; it must be known. */
  newChange(record: DocumentRecord, version: number): { word: string; content: SentContent } {
    const word = this.newWord();
    const former = this.contents.get(partsOfTitle(record.sights.get(version)?.title ?? '').word) as SentContent;
    const { title, metadata } = titleAndMetadata({ ...record.identity, word });
    const content = { ...former, title, metadata };
    this.contents.set(word, content);
    return { word, content };
  }

  newFolder(parent: ExpectedFolder | undefined): ExpectedFolder {
    const folder: ExpectedFolder = { name: this.newWord(), parent, id: undefined, acknowledged: false };
    this.folders.push(folder);
    return folder;
  }

  /** Documents that are there, as far as anybody knows. */
  get living(): DocumentRecord[] {
    return this.documents.filter(({ id, end }) => id !== undefined && end === 'no');
  }

  get known(): DocumentRecord[] {
    return this.documents.filter(({ id }) => id !== undefined);
  }

  /** Undefined: it shows a document that nobody asked for, or a second one of a name. */
  recordOf = ({ id, title }: { id: string; title: string }): DocumentRecord | undefined => {
    const { name } = partsOfTitle(title);
    const record = this.documents.find(({ identity }) => identity.name === name);
    if (record) record.id ??= id;
    return record?.id === id ? record : undefined;
  };

  looks(): Map<DocumentRecord, Look> {
    return new Map(this.documents.map((record) => [record, record.look()]));
  }

  checkSearch(query: WorldQuery, looks: ReadonlyMap<DocumentRecord, Look>, results: readonly ShownResult[]): void {
    const faults = faultsOfSearch({ query, looks, results, recordOf: this.recordOf });
    const asked = JSON.stringify({ ...query, folder: query.folder?.name });
    for (const fault of faults) this.blame(`search ${asked}: ${clip(fault)}`);
  }

  /** `acknowledged`: what the list must have, as it was before the list was asked for. */
  checkFolders(
    parent: ExpectedFolder | undefined,
    acknowledged: readonly ExpectedFolder[],
    shown: readonly ShownFolder[],
  ): void {
    const named = shown.map((each) => this.#folderOf(each, parent));
    for (const folder of acknowledged) {
      if (!named.includes(folder)) this.blame(`folder ${folder.name} is not in its list`);
    }
    if (new Set(named).size < named.length) this.blame(`a folder is in its list twice: ${JSON.stringify(shown)}`);
    const isSorted = shown.every(({ name }, i) => i === 0 || compareUtf8(shown[i - 1]?.name ?? '', name) < 0);
    if (!isSorted) this.blame(`folders are out of order: ${shown.map(({ name }) => name).join()}`);
  }

  noteFolder(folder: ExpectedFolder, shown: ShownFolder): void {
    folder.id ??= shown.id;
    const fault = faultOfFolder(folder, shown);
    if (fault !== undefined) this.blame(fault);
  }

  #folderOf(shown: ShownFolder, parent: ExpectedFolder | undefined): ExpectedFolder | undefined {
    const folder = this.folders.find(({ name }) => name === shown.name);
    if (!folder) this.blame(`a folder that nobody made is listed: ${JSON.stringify(shown)}`);
    else if (folder.parent !== parent) this.blame(`folder ${folder.name} is in another folder's list`);
    else this.noteFolder(folder, shown);
    return folder;
  }
}
