import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { HelperProcess } from '../../src/cli/helper-process.js';
import { OperatorError, UnavailableError } from '../../src/domain/errors.js';
import type { Loading } from '../../src/maintenance/reindex/load-batch.js';
import { errorOf } from '../support/rebuild-helpers.js';

const PROGRAM = fileURLToPath(new URL('helper-program.js', import.meta.url));

describe('a helper of a rebuild', () => {
  let helper: HelperProcess;
  let gone: string[];
  let loadedHere: string[];
  beforeEach(() => {
    gone = [];
    loadedHere = [];
    helper = new HelperProcess(PROGRAM, (how) => gone.push(how));
  });
  afterEach(() => helper.end());

  const loading = (to: string, onRetry?: (error: Error) => Promise<void>) =>
    ({
      to,
      source: undefined,
      retryPolicy: { forMs: 0, onRetry },
      admin: {
        writeIfHigher: async (index: string) => {
          loadedHere.push(index);
        },
      },
    }) as unknown as Loading;

  it('loads what it is asked for, in a process of its own', async () => {
    const loaded = await Promise.all([helper.load(loading('loads'), []), helper.load(loading('loads'), [])]);
    expect(loaded.map(({ documents }) => documents)).to.deep.equal([7, 7]);
    expect(loadedHere).to.deep.equal([]);
  });

  it('raises what it has met', async () => {
    const away = await errorOf(helper.load(loading('has no patience'), []));
    expect(away).to.be.instanceOf(UnavailableError).and.to.have.property('message', 'S3 is away');
    const fault = await errorOf(helper.load(loading('fails'), []));
    expect(fault).to.be.instanceOf(OperatorError).and.to.have.property('message', 'a fault');
  });

  it('is asked no more when the rebuild finds no point in it', async () => {
    const lost = new OperatorError('the lease is lost');
    const error = await errorOf(
      helper.load(
        loading('asks again', async () => {
          throw lost;
        }),
        [],
      ),
    );
    expect(error).to.equal(lost);
  });

  it('has what it leaves when it dies loaded here, and what comes later', async () => {
    const [left, held] = [helper.load(loading('dies'), []), helper.load(loading('is silent'), [])];
    expect((await Promise.all([left, held])).map(({ documents }) => documents)).to.deep.equal([0, 0]);
    await helper.load(loading('later'), []);
    expect(loadedHere.sort()).to.deep.equal(['dies', 'is silent', 'later']);
    expect(gone).to.deep.equal(['3']);
  });
});
