import { UnavailableError } from '../../domain/errors.js';
import { NO_GROWTH, type Growth } from './growth.js';
import type { IndexPlace } from './index-catalog.js';
import type { IndexEnvironment } from './index-environment.js';
import type { EntryPage, ScanArguments } from './scans.js';

export type ConcreteWrite<T> = {
  growth: (environment: IndexEnvironment, place: IndexPlace) => Growth;
  write: (environment: IndexEnvironment, place: IndexPlace) => T;
};

export type GroupWrite<T> = {
  growth: (environment: IndexEnvironment, place: IndexPlace, group: readonly T[]) => Growth;
  write: (environment: IndexEnvironment, place: IndexPlace, item: T) => void;
};

/** Reads and writes concrete indices by name. Raises `UnavailableError` if there is no such index. */
export class ConcreteAccess {
  readonly #opened: OpenedOnce;

  constructor(opened: OpenedOnce) {
    this.#opened = opened;
  }

  async read<T>(index: string, read: (environment: IndexEnvironment, place: IndexPlace) => T): Promise<T> {
    const environment = await this.#opened.get();
    return environment.readNewest(() => {
      const place = environment.catalog.find(index);
      if (!place) throw missing(index);
      return read(environment, place);
    });
  }

  async write<T>(index: string, { growth, write }: ConcreteWrite<T>): Promise<T | 'refused'> {
    const environment = await this.#opened.get();
    const { catalog } = environment;
    return environment.write(
      () => {
        const place = catalog.find(index);
        return place && catalog.stateOf(place) === 'open' ? write(environment, place) : 'refused';
      },
      () => {
        const place = catalog.find(index);
        return place ? growth(environment, place) : NO_GROWTH;
      },
    );
  }

  /** One transaction for each group. Raises `UnavailableError` if the index is blocked or gone. */
  async writeAll<T>(index: string, groups: Iterable<readonly T[]>, { growth, write }: GroupWrite<T>): Promise<void> {
    for (const group of groups) {
      const written = await this.write(index, {
        growth: (environment, place) => growth(environment, place, group),
        write: (environment, place) => {
          for (const item of group) write(environment, place, item);
          return 'written';
        },
      });
      if (written === 'refused')
        throw new UnavailableError(`the index ${index} takes no writes: it is blocked or gone`);
    }
  }

  async *scan<T, P>(
    index: string,
    from: P | undefined,
    readAfter: (...at: ScanArguments<P>) => EntryPage<T, P>,
  ): AsyncGenerator<T[]> {
    for (let after = from; ;) {
      const at = after;
      const { items, last } = await this.read(index, ({ tables }, place) => readAfter(tables, place, at));
      if (items.length > 0) yield items;
      if (last === undefined) return;
      after = last;
    }
  }
}

export function missing(index: string): UnavailableError {
  return new UnavailableError(`there is no index ${index}`);
}

export type OnLoss = (why: UnavailableError) => void;

/** A rebuild's only environment, opened by its first step. If it is lost, so is the work: the rebuild fails. */
export class OpenedOnce {
  readonly #open: (onLoss: OnLoss, signal: AbortSignal) => Promise<IndexEnvironment>;
  readonly #isAlone: boolean;
  readonly #ending = new AbortController();
  #opening: Promise<IndexEnvironment> | undefined;
  #lost: UnavailableError | undefined;

  /** `isAlone`: no other thread has it open. */
  constructor(open: (onLoss: OnLoss, signal: AbortSignal) => Promise<IndexEnvironment>, isAlone: boolean) {
    this.#open = open;
    this.#isAlone = isAlone;
  }

  /** Raises `UnavailableError` if the environment cannot be opened or was lost. */
  async get(): Promise<IndexEnvironment> {
    this.#opening ??= this.#begin();
    const environment = await this.#opening;
    if (this.#lost) throw this.#lost;
    environment.look();
    return environment;
  }

  async #begin(): Promise<IndexEnvironment> {
    try {
      return await this.#open((why) => {
        this.#lost ??= why;
      }, this.#ending.signal);
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const isSound = this.#lost === undefined;
    this.#lost ??= new UnavailableError('the index is closed');
    this.#ending.abort(this.#lost);
    const environment = await this.#opening?.catch(() => undefined);
    if (isSound && this.#isAlone) await environment?.noteClosing().catch(() => undefined);
    await environment?.close();
  }
}
