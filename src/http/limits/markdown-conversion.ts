import type { ContentType } from '../../domain/document.js';
import { OverloadedError, UnavailableError, validationError } from '../../domain/errors.js';
import type { FileLimits } from '../../markdown/check-limits.js';
import type { Converted, ToConvert } from '../../markdown/conversion-thread.js';
import { convertMarkdown, type ConvertedText } from '../../markdown/convert-markdown.js';
import { MarkdownError } from '../../markdown/markdown-error.js';
import { JobThread } from '../../platform/job-thread.js';
import { KeyedQueue } from '../../platform/keyed-queue.js';

/** Characters that are tried here, within steps that take some milliseconds. All else takes the thread. */
const SHORT = 16 * 1024;
const SHORT_FRONT_MATTER = 4 * 1024;
const FEW_STEPS = 3_000;
const FRONT_MATTER = /^\uFEFF?(?:---|\+\+\+|\{)/;
const END_OF_FRONT_MATTER = /\n(?:---|\+\+\+|\.\.\.|\})/;
/** What is within the bounds of conversion takes some seconds on a busy machine. */
const CONVERTED_WITHIN_MS = 15_000;
const WAIT_MS = 10_000;
const MODULE = new URL('../../markdown/conversion-thread.js', import.meta.url);

/** Makes documents of Markdown. Short texts at once, others one by one in a thread, owners by turns. */
export class MarkdownConversion {
  readonly #limits: FileLimits;
  readonly #turns = new KeyedQueue({
    most: 1,
    waitMs: WAIT_MS,
    refusal: () => new OverloadedError('too many Markdown texts wait for their conversion'),
  });
  readonly #thread = new JobThread<ToConvert, Converted>({
    module: MODULE,
    limitMs: CONVERTED_WITHIN_MS,
    memory: { maxOldGenerationSizeMb: 1_024 },
  });

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  /** Raises a validation error at `/markdown`, and `UnavailableError` if it takes too long. */
  async convert(owner: string, text: string): Promise<ConvertedText> {
    try {
      const atOnce = isShort(text) ? convertMarkdown(text, this.#limits, FEW_STEPS) : undefined;
      return atOnce ?? (await this.#turns.run(owner, () => this.#inThread(text)));
    } catch (error) {
      throw error instanceof MarkdownError ? fileFault(error, 'markdown') : error;
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #inThread(text: string): Promise<ConvertedText> {
    const answer = await this.#thread.run({ text, limits: this.#limits }).catch((cause: unknown) => {
      throw new UnavailableError('the conversion of a Markdown text failed or took too long', { cause });
    });
    if ('converted' in answer) return answer.converted;
    throw new MarkdownError(answer.fault.line, answer.fault.reason);
  }
}

function isShort(text: string): boolean {
  if (text.length > SHORT) return false;
  const end = FRONT_MATTER.test(text) ? text.search(END_OF_FRONT_MATTER) : 0;
  return (end >= 0 && end <= SHORT_FRONT_MATTER) || text.length <= SHORT_FRONT_MATTER;
}

/** At the member that has the text. */
export function fileFault({ message }: MarkdownError, contentType: ContentType) {
  return validationError([{ path: `/${contentType}`, message }]);
}
