import { UnusableIndexError, UnavailableError } from '../../../domain/errors.js';

const CONNECTION_LOST = 'ConnectionError';
const MISSING = 'the index is missing: run `quire reindex`, unless this is the first start';

type ErrorBody = { type?: string; root_cause?: { type?: string }[] };

/** A failure without OpenSearch's reasons, which quote the request (titles, metadata): logs must not show them. */
export class ClusterFailure extends Error {
  /** HTTP status; undefined: no answer came. */
  readonly status: number | undefined;
  /** Exception types of OpenSearch, or the name of another error. */
  readonly types: readonly string[];

  constructor(types: readonly string[], status?: number, message = '') {
    super([status, ...new Set(types), message].filter((part) => part !== undefined && part !== '').join(' '));
    this.name = 'ClusterFailure';
    this.status = status;
    this.types = types;
  }
}

/** `error`: of the connection. */
export function connectionLost({ message }: Error): ClusterFailure {
  return new ClusterFailure([CONNECTION_LOST], undefined, message);
}

/** `body`: of an answer, or of the error of one item of a bulk or multi-get answer. */
export function failureOfBody(body: unknown, status: number | undefined): ClusterFailure {
  const { error: inner } = Object(body) as { error?: unknown };
  const error = Object(inner ?? body) as ErrorBody;
  const causes = Array.isArray(error.root_cause) ? error.root_cause : [];
  const types = [error, ...causes].map(({ type }) => type);
  return new ClusterFailure(
    types.filter((type) => typeof type === 'string'),
    status,
  );
}

const BUSY_TYPES = new Set([
  'circuit_breaking_exception',
  'rejected_execution_exception',
  'opensearch_rejected_execution_exception',
]);

/** OpenSearch did not execute the request: a later attempt may succeed. */
export function isBusy(failure: ClusterFailure): boolean {
  return failure.status === 429 || failure.types.some((type) => BUSY_TYPES.has(type));
}

/** No answer came, for another reason than a timeout. */
export function isConnectionLost(failure: ClusterFailure): boolean {
  return failure.types.includes(CONNECTION_LOST);
}

export function isIndexMissing(failure: ClusterFailure): boolean {
  return failure.types.includes('index_not_found_exception');
}

/** A write block, as a rebuild sets it, or a closed index. Neither takes writes. */
export function isBlocked(failure: ClusterFailure): boolean {
  return (
    (failure.status === 403 && failure.types.includes('cluster_block_exception')) ||
    failure.types.includes('index_closed_exception')
  );
}

export function unavailable(what: string, failure: ClusterFailure): UnavailableError {
  const problem = `OpenSearch ${what}: ${failure.message}`;
  if (isIndexMissing(failure)) {
    return new UnusableIndexError(`${problem}: ${MISSING}`, { cause: failure });
  }
  return new UnavailableError(`${problem}${explain(failure)}`, { cause: failure });
}

function explain(failure: ClusterFailure): string {
  if (isBlocked(failure)) return '';
  if (failure.status === 401 || failure.status === 403) return ': the credentials lack the permission';
  return '';
}
