import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { SqliteDocumentIndex } from '../../src/adapters/sqlite/index/sqlite-document-index.js';
import { GenerationCheckedIndex } from '../../src/adapters/decorators/generation-checked-index.js';
import { UnavailableError } from '../../src/domain/errors.js';
import { newId } from '../../src/domain/ids.js';
import type { DocumentIndex } from '../../src/ports/document-index.js';
import { folder, livingHead } from '../support/factories.js';
import { searchHeads } from '../support/index-helpers.js';
import { until } from '../support/until.js';
import { expectUnavailable } from '../support/expect-unavailable.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('GenerationCheckedIndex', () => {
  let place: string;
  let index: DocumentIndex;
  const head = livingHead({ foldedTitle: 'kept' });
  const query = {
    owner: head.owner,
    prefix: 'kept',
    tag: undefined,
    folderId: undefined,
    order: 'title' as const,
    limit: 20,
    offset: 0,
    after: undefined,
    unrefreshed: [],
  };

  before(async () => {
    place = temporaryFolder();
    index = SqliteDocumentIndex.of(place);
    await index.install('mine');
    await index.writeHead({ head, expected: 'absent', summaries: [] });
  });
  after(() => index.close());

  const guarded = (named: string | undefined) => guardOf(index, async () => (named === undefined ? [] : [named]));

  it('passes on what the index of the right generation knows and does not know', async () => {
    const right = guarded('mine');
    expect((await right.readHead(head.id))?.head).to.deep.equal(head);
    expect(await right.readHead(newId('somebody'))).to.equal(undefined);
    expect(await searchHeads(right, query)).to.have.length(1);
    expect(await searchHeads(right, { ...query, prefix: 'other' })).to.deep.equal([]);
  });

  const calls: Record<string, (guard: GenerationCheckedIndex) => Promise<unknown>> = {
    'a head that is there': (guard) => guard.readHead(head.id),
    'a head that is absent': (guard) => guard.readHead(newId('somebody')),
    'a search that finds something': (guard) => searchHeads(guard, query),
    'a search that finds nothing': (guard) => searchHeads(guard, { ...query, prefix: 'other' }),
    'a folder': (guard) => guard.readFolder(newId('somebody')),
    'a list of folders': (guard) => guard.listFolders({ owner: 'somebody', parentId: null, limit: 1 }),
    'a count': (guard) => guard.countCreated(head.owner, '2026-03'),
    'a new head': (guard) => guard.writeHead({ head: livingHead(), expected: 'absent', summaries: [] }),
    'a new folder': (guard) => guard.createFolder(folder()),
  };
  for (const [what, call] of Object.entries(calls)) {
    it(`refuses ${what} where the log names another generation`, async () => {
      await expectUnavailable(call(guarded('another')), /lost or was emptied/);
    });

    it(`refuses ${what} where the log names none`, async () => {
      await expectUnavailable(call(guarded(undefined)), /lost or was emptied/);
    });
  }

  it('takes what was laid in by id for nothing that the index has found, however well it is believed', async () => {
    let carried = 'mine';
    const emptied = {
      readGeneration: async () => carried,
      search: async () => ({ heads: [head], next: undefined }),
    } as unknown as typeof index;
    const guard = guardOf(emptied, async () => ['mine']);
    await guard.confirm();
    carried = 'emptied';
    const unrefreshed = [head.id];
    expect(await searchHeads(guard, { ...query, unrefreshed: [] })).to.deep.equal([head]);
    await expectUnavailable(searchHeads(guard, { ...query, unrefreshed }), /lost or was emptied/);
  });

  describe('looks', () => {
    let looks: { resolve(carried: string): void; reject(error: Error): void }[];
    const guardWith = (patienceMs: number) => {
      looks = [];
      const slow = {
        readGeneration: () =>
          new Promise((resolve, reject) => {
            looks.push({ resolve, reject });
          }),
      };
      return guardOf(slow as unknown as typeof index, async () => ['mine'], patienceMs);
    };

    it('once for all who ask while another look is under way, when that one has ended', async () => {
      const guard = guardWith(600_000);
      const first = guard.confirm();
      await until(async () => looks.length === 1);
      const later = [guard.confirm(), guard.confirm(), guard.confirm()];
      await turn();
      expect(looks).to.have.length(1);
      looks[0]!.resolve('mine');
      await first;
      await turn();
      expect(looks).to.have.length(2);
      looks[1]!.resolve('emptied');
      for (const look of await Promise.allSettled(later)) expect(look.status).to.equal('rejected');
    });

    it('again after a look that failed', async () => {
      const guard = guardWith(600_000);
      const first = guard.confirm();
      await until(async () => looks.length === 1);
      const second = guard.confirm();
      looks[0]!.reject(new UnavailableError('no index'));
      expect(await first.catch((error: Error) => error.message)).to.equal('no index');
      await turn();
      looks[1]!.resolve('mine');
      expect(await second).to.equal('mine');
    });

    it('beside a look that takes long', async () => {
      const guard = guardWith(1);
      void guard.confirm();
      await until(async () => looks.length === 1);
      const second = guard.confirm();
      await until(async () => looks.length === 2);
      looks[1]!.resolve('mine');
      expect(await second).to.equal('mine');
    });
  });

  it('follows the log to a new generation', async () => {
    let named = 'another';
    const following = guardOf(index, async () => [named]);
    await expectUnavailable(following.confirm(), /lost or was emptied/);
    named = 'mine';
    expect(await following.confirm()).to.equal('mine');
  });
});

/** One that is not watched for its age. */
function guardOf(
  index: DocumentIndex,
  readNamed: () => Promise<string[]>,
  patienceMs?: number,
): GenerationCheckedIndex {
  const writes = { compared: async () => undefined, expectCurrent: () => undefined };
  return new GenerationCheckedIndex(index, { readNamed, writes, ...(patienceMs !== undefined && { patienceMs }) });
}
