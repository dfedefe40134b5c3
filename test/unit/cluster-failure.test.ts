/** What answers of OpenSearch 3.8 say, word for word. */
import { expect } from 'chai';
import {
  failureOfBody,
  isBlocked,
  isBusy,
  unavailable,
} from '../../src/adapters/opensearch/transport/cluster-failure.js';
import { MisconfiguredError, UnavailableError, UnusableIndexError } from '../../src/domain/errors.js';

const KINDS = ['[range] queries on [text] or [keyword] fields', '[geo-shape] queries on [PrefixTree geo shapes]'];
for (const kind of ['prefix', 'wildcard', 'regexp', 'fuzzy', 'script', 'script score', 'joining', 'derived field']) {
  KINDS.push(`[${kind}] queries`);
}

const FULL_DISK =
  'TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block';
const WRITE = 'FORBIDDEN/8/index write (api)';
const HALF_SET = 'FORBIDDEN/8/moving to block index write (api)';
const READ_ONLY = 'FORBIDDEN/5/index read-only (api)';

type BlockCase = { blocks: string; status: number; numbers: number[]; is: 'passing' | 'foreign' };
const BLOCK_CASES: BlockCase[] = [
  { blocks: `index [quire-1] blocked by: [${WRITE}];`, status: 403, numbers: [8], is: 'passing' },
  { blocks: `index [quire-1] blocked by: [${HALF_SET}];`, status: 403, numbers: [8], is: 'passing' },
  { blocks: `index [quire-1] blocked by: [${WRITE}, ${HALF_SET}];`, status: 403, numbers: [8, 8], is: 'passing' },
  { blocks: `index [quire-1] blocked by: [${READ_ONLY}];`, status: 403, numbers: [5], is: 'passing' },
  { blocks: `index [quire-1] blocked by: [${FULL_DISK}];`, status: 429, numbers: [12], is: 'foreign' },
  { blocks: `index [quire-1] blocked by: [${FULL_DISK}, ${WRITE}];`, status: 403, numbers: [12, 8], is: 'foreign' },
  { blocks: 'blocked by: [FORBIDDEN/6/cluster read-only (api)];', status: 403, numbers: [], is: 'foreign' },
];

function failureOf(status: number, type: string, reason: string) {
  return failureOfBody({ error: { root_cause: [{ type, reason }], type, reason }, status }, status);
}

describe('a failure of OpenSearch', () => {
  for (const kind of KINDS) {
    it(`names the setting that forbids ${kind}`, () => {
      const reason = `${kind} cannot be executed when 'search.allow_expensive_queries' is set to false.`;
      const root_cause = [{ type: 'exception', reason }];
      const failure = failureOfBody({ error: { root_cause, type: 'search_phase_execution_exception' } }, 400);
      expect(unavailable('search', failure)).to.be.instanceOf(MisconfiguredError);
    });
  }

  for (const { blocks, status, numbers, is } of BLOCK_CASES) {
    it(`is ${is} where it says ${blocks}`, () => {
      const failure = failureOf(status, 'cluster_block_exception', blocks);
      expect(failure.blocks).to.deep.equal(numbers);
      expect(isBlocked(failure)).to.equal(is === 'passing');
      expect(isBusy(failure)).to.equal(false);
      const error = unavailable('write', failure);
      expect(error instanceof UnusableIndexError).to.equal(is === 'foreign');
      expect(error.retryAfter).to.equal(is === 'foreign' ? 30 : 1);
    });
  }

  it('passes soon where the cluster has no manager or is being recovered', () => {
    const reason = 'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];';
    const error = unavailable('write', failureOf(503, 'cluster_block_exception', reason));
    expect(error).to.be.instanceOf(UnavailableError).and.not.instanceOf(UnusableIndexError);
  });
});
