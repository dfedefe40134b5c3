import { isApiError, type Client, type CreateDocument } from '../../client/client.js';
import { newIdempotencyKey } from '../../client/idempotency-key.js';
import type { ContentType, Visibility } from '../../domain/document.js';
import { USUAL_LIMITS } from '../../markdown/check-limits.js';
import { splitFile, splitPlainFile } from '../../markdown/front-matter/front-matter.js';

export type Batch = { number: number; folderId: string; files: readonly File[] };

/** `asking`: the file says that it is public, and the person has not said yet whether it shall be. */
export type UploadedFile = {
  name: string;
  state: 'waiting' | 'sending' | 'asking' | 'made' | 'failed';
  /** Of what was made. */
  isPublic?: boolean;
  id?: string;
  error?: unknown;
};

type UploadOptions = {
  client: Client;
  folderId: string;
  files: readonly File[];
  onChange: (files: readonly UploadedFile[]) => void;
};

/** `decision`: what the person has said of this file, which says that it is public. */
type Item = { file: File; key: string; shown: UploadedFile; decision?: Visibility };

const AT_ONCE = 4;
const EXTENSION = /\.(\w+)$/;
const TYPES: Partial<Record<string, ContentType>> = {
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  html: 'html',
  htm: 'html',
};

const EXTENSIONS = Object.keys(TYPES)
  .map((extension) => `.${extension}`)
  .join(', ');

/** Makes documents of files of text, a few at once. None is public because its file says so: the person decides. */
export class Upload {
  readonly #options: UploadOptions;
  readonly #controller = new AbortController();
  /** A file keeps its key, so that a second attempt makes no second document. */
  readonly #items: Item[];

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#items = options.files.map((file) => ({
      file,
      key: newIdempotencyKey(),
      shown: { name: file.name, state: 'waiting' },
    }));
  }

  stop(): void {
    this.#controller.abort();
  }

  /** Sends all that is not made yet. Resolves when each file is made, has failed, or waits for `decide`. */
  run(): Promise<void> {
    return this.#sendAll(this.#items.filter(({ shown }) => shown.state !== 'made'));
  }

  /**
   * Who shall see the files that are asking. Sends those, and resolves as `run`. Files that are not read yet will ask.
   * A file keeps its answer for further attempts.
   */
  decide(visibility: Visibility): Promise<void> {
    const asking = this.#items.filter(({ shown }) => shown.state === 'asking');
    for (const item of asking) item.decision = visibility;
    return this.#sendAll(asking);
  }

  async #sendAll(open: Item[]): Promise<void> {
    for (const item of open) item.shown = { name: item.file.name, state: 'waiting' };
    this.#notify();
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let item = open.shift(); item && !this.#controller.signal.aborted; item = open.shift()) {
        await this.#send(item);
      }
    });
    await Promise.all(lanes);
  }

  async #send(item: Item): Promise<void> {
    const { name } = item.file;
    const set = (shown: Omit<UploadedFile, 'name'>) => {
      item.shown = { name, ...shown };
      this.#notify();
    };
    set({ state: 'sending' });
    try {
      set(await this.#make(item));
    } catch (error) {
      set({ state: 'failed', error });
    }
  }

  async #make({ file, key, decision }: Item): Promise<Omit<UploadedFile, 'name'>> {
    const { client, folderId } = this.#options;
    const type = TYPES[EXTENSION.exec(file.name)?.[1]?.toLowerCase() ?? ''];
    if (type === undefined) throw new Error(`Only files that end in ${EXTENSIONS} become documents.`);
    const text = await textOf(file);
    const title = file.name.replace(EXTENSION, '');
    const { signal } = this.#controller;
    const folder = folderId !== '' && { folder_id: folderId };
    const create = async (
      document: CreateDocument,
      visibility: Visibility | null,
    ): Promise<Omit<UploadedFile, 'name'>> => {
      const placed = { ...document, ...folder, visibility };
      const { id } = await client.createDocument(placed, { idempotencyKey: key, signal });
      return { state: 'made', id, isPublic: visibility === 'public' };
    };
    const split = type === 'markdown' ? splitFile : splitPlainFile;
    const { isExcluded, visibility: wanted } = split(text, USUAL_LIMITS);
    if (isExcluded) throw new Error('Its front matter says that it is not to be uploaded (quire: false).');
    const visibility = wanted === 'public' ? decision : wanted;
    if (visibility === undefined) return { state: 'asking' };
    if (type !== 'markdown') return create({ title, [type]: text }, visibility);
    return create({ markdown: text }, visibility).catch((error: unknown) => {
      // The service alone knows whether the text has a title.
      if (!lacksTitle(error)) throw error;
      return create({ title, markdown: text }, visibility);
    });
  }

  #notify(): void {
    this.#options.onChange(this.#items.map(({ shown }) => shown));
  }
}

function lacksTitle(error: unknown): boolean {
  return isApiError(error, 'VALIDATION_ERROR') && error.details.errors.some(({ path }) => path === '/title');
}

async function textOf(file: File): Promise<string> {
  if (file.size > USUAL_LIMITS.bodyBytes) throw new Error(`It is larger than ${USUAL_LIMITS.bodyBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error('It is not UTF-8.', { cause });
  }
}
