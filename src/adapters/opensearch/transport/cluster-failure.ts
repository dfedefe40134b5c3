import { MisconfiguredError, UnusableIndexError, UnavailableError } from '../../../domain/errors.js';

const CONNECTION_LOST = 'ConnectionError';
const MISSING = 'the index is missing: run `quire reindex`, unless this is the first start';

/** OpenSearch has no type for it. This part of its reason is fixed, and quotes nothing of the request. */
const FORBIDDEN_REASON = "cannot be executed when 'search.allow_expensive_queries' is set to false";
const FORBIDDEN_BY_SETTING = 'ForbiddenBySetting';
const FORBIDDEN =
  "the cluster's setting `search.allow_expensive_queries` is false and forbids searches that Quire needs: set it to true";

/** Blocks of an index, by the numbers that OpenSearch gives them. */
export const BLOCKS = { read_only: 5, write: 8 } as const;
const BLOCKED = 'cluster_block_exception';
const CLOSED = 'index_closed_exception';
/** OpenSearch lists every block of the one index. A block of the whole cluster hides them, and names no index. */
const BLOCKED_REASON = /^index \[[^\]]+\] blocked by: \[(.*)\];$/;
const BLOCK_NUMBER = /(?:^|, )[A-Z_]+\/(\d+)\//g;
/** OpenSearch looks at its disks every 30 s. */
const FOREIGN_BLOCK_RETRY_S = 30;

type ErrorBody = { type?: string; reason?: unknown; root_cause?: ErrorBody[] };

type FailureDetails = { message?: string; blocks?: readonly number[] };

/** A failure without OpenSearch's reasons, which quote the request (titles, metadata): logs must not show them. */
export class ClusterFailure extends Error {
  /** HTTP status; undefined: no answer came. */
  readonly status: number | undefined;
  /** Exception types of OpenSearch, or the name of another error. */
  readonly types: readonly string[];
  /** Blocks of the index that refuse the request, whole or half set, numbered as in `BLOCKS`. */
  readonly blocks: readonly number[];

  constructor(types: readonly string[], status?: number, { message = '', blocks = [] }: FailureDetails = {}) {
    super([status, ...new Set(types), message].filter((part) => part !== undefined && part !== '').join(' '));
    this.name = 'ClusterFailure';
    this.status = status;
    this.types = types;
    this.blocks = blocks;
  }
}

/** `error`: of the connection. */
export function connectionLost({ message }: Error): ClusterFailure {
  return new ClusterFailure([CONNECTION_LOST], undefined, { message });
}

/** `body`: of an answer, or of the error of one item of a bulk or multi-get answer. */
export function failureOfBody(body: unknown, status: number | undefined): ClusterFailure {
  const { error: inner } = Object(body) as { error?: unknown };
  const error = Object(inner ?? body) as ErrorBody;
  const causes = Array.isArray(error.root_cause) ? error.root_cause : [];
  const types = [error, ...causes].map(({ type }) => type);
  if (causes.some(isForbiddenBySetting)) types.push(FORBIDDEN_BY_SETTING);
  return new ClusterFailure(
    types.filter((type) => typeof type === 'string'),
    status,
    { blocks: blocksOf(error) },
  );
}

function blocksOf({ type, reason }: ErrorBody): number[] {
  if (type !== BLOCKED || typeof reason !== 'string') return [];
  const [, blocks = ''] = BLOCKED_REASON.exec(reason) ?? [];
  return [...blocks.matchAll(BLOCK_NUMBER)].map(([, number]) => Number(number));
}

function isForbiddenBySetting({ type, reason }: ErrorBody): boolean {
  return type === 'exception' && typeof reason === 'string' && reason.includes(FORBIDDEN_REASON);
}

const BUSY_TYPES = new Set([
  'circuit_breaking_exception',
  'rejected_execution_exception',
  'opensearch_rejected_execution_exception',
]);

/** OpenSearch did not execute the request: a later attempt may succeed. The block of a full disk is 429 and stays. */
export function isBusy(failure: ClusterFailure): boolean {
  if (failure.types.includes(BLOCKED)) return false;
  return failure.status === 429 || failure.types.some((type) => BUSY_TYPES.has(type));
}

/** No answer came, for another reason than a timeout. */
export function isConnectionLost(failure: ClusterFailure): boolean {
  return failure.types.includes(CONNECTION_LOST);
}

export function isIndexMissing(failure: ClusterFailure): boolean {
  return failure.types.includes('index_not_found_exception');
}

/**
 * The index takes no writes for a moment, as a rebuild blocks it, or it is closed. A writer reads again through the
 * alias, which may lead to another index by then.
 */
export function isBlocked(failure: ClusterFailure): boolean {
  if (failure.types.includes(CLOSED)) return true;
  const { blocks } = failure;
  return blocks.length > 0 && blocks.every((block) => block === BLOCKS.write || block === BLOCKS.read_only);
}

/** No rebuild sets such a block, and no request lives to see its end. A block that is 503 passes soon. */
function isForeignBlock(failure: ClusterFailure): boolean {
  if (failure.types.includes(CLOSED)) return true;
  const isPassing = failure.status !== 403 && failure.status !== 429;
  return failure.types.includes(BLOCKED) && !isPassing && !isBlocked(failure);
}

export function unavailable(what: string, failure: ClusterFailure): UnavailableError {
  const problem = `OpenSearch ${what}: ${failure.message}`;
  if (isIndexMissing(failure)) {
    return new UnusableIndexError(`${problem}: ${MISSING}`, { cause: failure });
  }
  if (failure.types.includes(FORBIDDEN_BY_SETTING)) {
    return new MisconfiguredError(`${problem}: ${FORBIDDEN}`, { cause: failure });
  }
  if (isForeignBlock(failure)) {
    return new UnusableIndexError(problem, { cause: failure, retryAfter: FOREIGN_BLOCK_RETRY_S });
  }
  return new UnavailableError(`${problem}${explain(failure)}`, { cause: failure });
}

function explain(failure: ClusterFailure): string {
  if (isBlocked(failure)) return '';
  if (failure.status === 401 || failure.status === 403) return ': the credentials lack the permission';
  return '';
}
