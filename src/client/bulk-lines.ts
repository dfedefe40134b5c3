import { newIdempotencyKey } from './idempotency-key.js';
import { orAborted } from './silence-limit.js';
import type { CreateDocument, ErrorBody, PatchDocument, PushVersion, PutDocument } from './types.js';

/** Both: they must name one document, else the line is refused. */
type Target = { id: string; key?: string } | { key: string; id?: string };
type Keyed = { idempotency_key?: string };
type Guarded = { if_match?: string };
/** Null: no key is added, as the guard of the operation keeps it from being done twice. */
type OnlyGuarded = { if_match: string; idempotency_key: null };
type OnlyNew = { if_none_match: '*'; idempotency_key: null };

export type BulkOperation =
  | ({ op: 'put'; key: string; id?: string; document: PutDocument } & (
      ({ if_none_match?: '*' } & Keyed & Guarded) | OnlyGuarded | OnlyNew
    ))
  | ({ op: 'create'; document: CreateDocument } & Keyed)
  | ({ op: 'push'; document: PushVersion } & Target & ((Keyed & Guarded) | OnlyGuarded))
  | ({ op: 'patch'; changes: PatchDocument } & Target & ((Keyed & Guarded) | OnlyGuarded))
  | ({ op: 'delete' } & Target & Guarded);

/** The answer to a line. `ended`: the line and those after it were not taken. */
export type LineAnswer = {
  line: number;
  status: number;
  body?: Record<string, unknown>;
  error?: ErrorBody;
  ended?: true;
};

/** An operation on its way, with the number that it has among all of them. */
export type SentLine = { number: number; operation: BulkOperation; text: string; mayBeDone: boolean };

const MOST_LINES = 1_000;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Cuts operations into requests, each operation with an Idempotency-Key if it names none. A request has one operation
 * on a document: a repeat of an earlier one would undo a later one that was done. So it has no operations that name
 * their document by identifier alone beside others that name it by key alone.
 */
export async function* requestsOf(
  operations: AsyncIterable<BulkOperation> | Iterable<BulkOperation>,
  signal: AbortSignal | undefined,
): AsyncGenerator<SentLine[]> {
  let request = new Cut();
  let number = 0;
  for await (const operation of signal ? heeding(signal, operations) : operations) {
    const text = `${JSON.stringify(withKey(operation))}\n`;
    const line = { number: ++number, operation, text, mayBeDone: false };
    if (request.take(line)) continue;
    yield request.lines;
    request = new Cut();
    request.take(line);
  }
  if (request.lines.length > 0) yield request.lines;
}

/** Ends with the signal, also while the source has nothing to give. */
async function* heeding<T>(signal: AbortSignal, source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  if (!(Symbol.asyncIterator in source)) {
    yield* source;
    return;
  }
  const items = source[Symbol.asyncIterator]();
  let isOver = false;
  const next = async (): Promise<IteratorResult<T>> => {
    try {
      const item = await items.next();
      isOver = item.done === true;
      return item;
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const end = async () => {
    if (!isOver) await items.return?.();
  };
  try {
    for (let item = await orAborted(signal, next()); item.done !== true; item = await orAborted(signal, next())) {
      yield item.value;
    }
  } finally {
    // A source that still waits may never end.
    if (signal.aborted) void end().catch(() => undefined);
    else await end();
  }
}

class Cut {
  readonly lines: SentLine[] = [];
  readonly #names = new Set<string>();
  /** Of the names of operations that have one. */
  #kind: string | undefined;
  #bytes = 0;

  /** False: the line has no room. The first line always has. */
  take(line: SentLine): boolean {
    const bytes = this.#bytes + new TextEncoder().encode(line.text).length;
    const names = namesOf(line.operation);
    const isFull = this.lines.length === MOST_LINES || bytes > MOST_BYTES || this.#mayHave(names);
    if (isFull && this.lines.length > 0) return false;
    this.lines.push(line);
    this.#bytes = bytes;
    for (const name of names) this.#names.add(name);
    const [only, other] = names;
    if (only !== undefined && other === undefined) this.#kind = kindOf(only);
    return true;
  }

  /** Whether an operation on the same document may be there already. */
  #mayHave(names: readonly string[]): boolean {
    const [only = '', other] = names;
    const isOtherKind = other === undefined && this.#kind !== undefined && this.#kind !== kindOf(only);
    return names.some((name) => this.#names.has(name)) || (names.length > 0 && isOtherKind);
  }
}

function withKey(operation: BulkOperation): BulkOperation {
  if (operation.op === 'delete') return operation;
  const { idempotency_key: key = newIdempotencyKey(), ...rest } = operation;
  return key === null ? rest : { idempotency_key: key, ...rest };
}

/** Of the document that the operation changes. None: a new document. */
function namesOf(operation: BulkOperation): string[] {
  if (operation.op === 'create') return [];
  const { id, key } = operation;
  return [...(id === undefined ? [] : [`id ${id}`]), ...(key === undefined ? [] : [`key ${key}`])];
}

function kindOf(name: string): string {
  return name.slice(0, name.indexOf(' '));
}
