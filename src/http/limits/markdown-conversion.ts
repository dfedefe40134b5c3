import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OverloadedError, UnavailableError, validationError } from '../../domain/errors.js';
import type { FileLimits } from '../../markdown/check-limits.js';
import type { Converted, ToConvert } from '../../markdown/conversion-thread.js';
import { convertMarkdown, type ConvertedText } from '../../markdown/convert-markdown.js';
import { MarkdownError } from '../../markdown/markdown-error.js';
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
  #thread: Worker | undefined;

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  /** Raises a validation error at `/markdown`, and `UnavailableError` if it takes too long. */
  async convert(owner: string, text: string): Promise<ConvertedText> {
    try {
      const atOnce = isShort(text) ? convertMarkdown(text, this.#limits, FEW_STEPS) : undefined;
      return atOnce ?? (await this.#turns.run(owner, () => this.#inThread(text)));
    } catch (error) {
      throw error instanceof MarkdownError ? markdownFault(error) : error;
    }
  }

  async #inThread(text: string): Promise<ConvertedText> {
    const thread = (this.#thread ??= this.#start());
    const asked: ToConvert = { text, limits: this.#limits };
    thread.postMessage(asked);
    try {
      const signal = AbortSignal.timeout(CONVERTED_WITHIN_MS);
      const [answer] = (await once(thread, 'message', { signal })) as [Converted];
      if ('converted' in answer) return answer.converted;
      throw new MarkdownError(answer.fault.line, answer.fault.reason);
    } catch (cause) {
      if (cause instanceof MarkdownError) throw cause;
      this.#thread = undefined;
      void thread.terminate();
      throw new UnavailableError('the conversion of a Markdown text failed or took too long', { cause });
    }
  }

  #start(): Worker {
    const thread = new Worker(MODULE, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 1_024 } });
    // A failure between two texts would end the process.
    thread.on('error', () => (this.#thread = undefined));
    thread.unref();
    return thread;
  }
}

function isShort(text: string): boolean {
  if (text.length > SHORT) return false;
  const end = FRONT_MATTER.test(text) ? text.search(END_OF_FRONT_MATTER) : 0;
  return (end >= 0 && end <= SHORT_FRONT_MATTER) || text.length <= SHORT_FRONT_MATTER;
}

function markdownFault({ message }: MarkdownError) {
  return validationError([{ path: '/markdown', message }]);
}
