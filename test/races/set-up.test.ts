import { expect } from 'chai';
import { readConfig } from '../../src/config/read-config.js';
import { GenerationRecord } from '../../src/log/generation-record.js';
import { setUp } from '../../src/operations/prepare-log.js';
import { openBackends, type Backends } from '../../src/server/backends.js';
import { clusterStorage } from '../support/modes.js';
import { describeCluster } from '../support/backends.js';
import { atOnce } from './support.js';

const PROCESSES = 8;

describeCluster('races: set-up by eight at the same moment', function () {
  this.timeout(60_000);
  let all: Backends[] = [];
  afterEach(() => Promise.all(all.map(close)));

  for (const time of ['first', 'second', 'third', 'fourth']) {
    it(`makes one index of one generation, and all are ready, for the ${time} time`, async () => {
      const { storage } = readConfig((await clusterStorage()).env);
      all = await atOnce(PROCESSES, () => openBackends(storage, { limiterMode: () => undefined }));
      const states = await Promise.all(
        all.map(({ store, index }) => setUp({ store, index, generation: new GenerationRecord(store) })),
      );
      expect(new Set(states)).to.deep.equal(new Set(['ready']));
      const named = await Promise.all(all.map(({ store }) => new GenerationRecord(store).read()));
      const carried = await Promise.all(all.map(({ index }) => index.readGeneration()));
      expect(new Set([...named.flat(), ...carried]).size).to.equal(1);
    });
  }
});

async function close({ store, index, counters, release }: Backends): Promise<void> {
  await Promise.all([store.close(), index.close(), counters.close()]);
  await release();
}
