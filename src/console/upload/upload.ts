import type { Client } from '../../client/client.js';
import { newIdempotencyKey } from '../../client/idempotency-key.js';
import { USUAL_LIMITS } from '../../markdown/check-limits.js';
import { markdownToDocument } from '../../markdown/markdown-to-document.js';

export type Batch = { number: number; folderId: string; files: readonly File[] };

export type UploadedFile = {
  name: string;
  state: 'waiting' | 'sending' | 'made' | 'failed';
  id?: string;
  error?: unknown;
};

type UploadOptions = {
  client: Client;
  folderId: string;
  files: readonly File[];
  onChange: (files: readonly UploadedFile[]) => void;
};

const AT_ONCE = 4;
const MARKDOWN = /\.(?:md|markdown)$/i;

/** Makes documents of Markdown files, a few at once. */
export class Upload {
  readonly #options: UploadOptions;
  readonly #controller = new AbortController();
  /** A file keeps its key, so that a second attempt makes no second document. */
  readonly #items: { file: File; key: string; shown: UploadedFile }[];

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

  /** Sends all that is not made yet. Resolves when each file is made or has failed. */
  async run(): Promise<void> {
    const open = this.#items.filter(({ shown }) => shown.state !== 'made');
    for (const item of open) item.shown = { name: item.file.name, state: 'waiting' };
    this.#tell();
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let item = open.shift(); item && !this.#controller.signal.aborted; item = open.shift()) {
        await this.#send(item);
      }
    });
    await Promise.all(lanes);
  }

  async #send(item: { file: File; key: string; shown: UploadedFile }): Promise<void> {
    const { name } = item.file;
    const set = (shown: Omit<UploadedFile, 'name'>) => {
      item.shown = { name, ...shown };
      this.#tell();
    };
    set({ state: 'sending' });
    try {
      set({ state: 'made', id: await this.#make(item.file, item.key) });
    } catch (error) {
      set({ state: 'failed', error });
    }
  }

  async #make(file: File, idempotencyKey: string): Promise<string> {
    const { client, folderId } = this.#options;
    const title = file.name.replace(MARKDOWN, '');
    if (!MARKDOWN.test(file.name)) throw new Error('Only files that end in .md or .markdown become documents.');
    const read = markdownToDocument(await textOf(file), { title, limits: USUAL_LIMITS });
    if (!read) throw new Error('Its front matter says that it is not to be uploaded (quire: false).');
    const { contentType, visibility, blocks, ...content } = read;
    const placement = { visibility, ...(folderId !== '' && { folder_id: folderId }) };
    const body = { ...content, blocks: [...blocks], content_type: contentType, ...placement };
    const { signal } = this.#controller;
    return (await client.createDocument(body, { idempotencyKey, signal })).id;
  }

  #tell(): void {
    this.#options.onChange(this.#items.map(({ shown }) => shown));
  }
}

async function textOf(file: File): Promise<string> {
  if (file.size > USUAL_LIMITS.bodyBytes) throw new Error(`It is larger than ${USUAL_LIMITS.bodyBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error('It is not UTF-8.', { cause });
  }
}
