import type { ContentType } from '../../domain/document.js';
import type { Version } from '../../domain/version.js';
import { OverloadedError, UnavailableError, validationError } from '../../domain/errors.js';
import type { FileLimits } from '../../markdown/check-limits.js';
import type { Converted, FileText, ToConvert } from '../../markdown/conversion-thread.js';
import { convertMarkdown, convertWhole, type ConvertedText } from '../../markdown/convert-markdown.js';
import { saysPrivate } from '../../markdown/front-matter/front-matter.js';
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

/** Makes documents of files. What is short is done at once, all else one by one in a thread, owners by turns. */
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

  /** Raises a validation error at the member of its type, as `/markdown`; `UnavailableError` if it takes too long. */
  async convert(owner: string, file: FileText): Promise<ConvertedText> {
    try {
      const answer = this.#atOnce(file) ?? (await this.#inThread(owner, file));
      if ('converted' in answer) return answer.converted;
      if ('fault' in answer) throw new MarkdownError(answer.fault.line, answer.fault.reason);
      throw new Error('the thread of conversion answered something else');
    } catch (error) {
      throw error instanceof MarkdownError ? fileFault(error, file.contentType) : error;
    }
  }

  /** Whether the file of a version says that it is private. Raises `UnavailableError` if it takes too long. */
  async isPrivate(owner: string, { source, contentType }: Pick<Version, 'source' | 'contentType'>): Promise<boolean> {
    if (source === null) return false;
    const { text } = source;
    if (hasShortFront(text)) return saysPrivate(text, contentType, this.#limits);
    const answer = await this.#inThread(owner, { text, contentType, isAsked: true });
    return 'isPrivate' in answer && answer.isPrivate;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #atOnce({ text, contentType }: FileText): { converted: ConvertedText } | undefined {
    if (!hasShortFront(text)) return undefined;
    if (contentType !== 'markdown') return { converted: convertWhole(text, this.#limits) };
    const converted = text.length > SHORT ? undefined : convertMarkdown(text, this.#limits, FEW_STEPS);
    return converted && { converted };
  }

  #inThread(owner: string, job: Omit<ToConvert, 'limits'>): Promise<Converted> {
    return this.#turns.run(owner, () =>
      this.#thread.run({ ...job, limits: this.#limits }).catch((cause: unknown) => {
        throw new UnavailableError('the conversion of a text failed or took too long', { cause });
      }),
    );
  }
}

function hasShortFront(text: string): boolean {
  if (text.length <= SHORT_FRONT_MATTER || !FRONT_MATTER.test(text)) return true;
  return END_OF_FRONT_MATTER.test(text.slice(0, SHORT_FRONT_MATTER));
}

/** At the member that has the text. */
export function fileFault({ message }: MarkdownError, contentType: ContentType) {
  return validationError([{ path: `/${contentType}`, message }]);
}
