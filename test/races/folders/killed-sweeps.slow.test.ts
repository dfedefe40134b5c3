// Slow: a process is killed, and another one started.
import { expect } from 'chai';
import { VersionLog } from '../../../src/log/version-log.js';
import { mapConcurrently } from '../../../src/platform/concurrently.js';
import { Client, expectStatus } from '../../http/client.js';
import { content, createFolder } from '../../http/making.js';
import { issueKey } from '../../support/issue-key.js';
import { describeModes } from '../../support/modes.js';
import { startServiceProcess } from '../../support/service-process.js';
import { clockAhead } from '../../support/shifted-clock.js';
import { until } from '../../support/until.js';
import { withObjects } from '../../support/with-objects.js';

/** Some pages of a sweep. */
const DOCUMENTS = 400;
const MONTH_MS = 30 * 86_400_000;

describeModes('documents below a deleted folder whose process was killed', (makeStorage) => {
  it('are removed by one that starts a month later, though nobody asks for their owner', async function () {
    this.timeout(180_000);
    const storage = await makeStorage();
    const { env } = storage;
    const first = await startServiceProcess(env);
    const caller = new Client(first.url, { 'X-API-Key': await issueKey(env) });
    const { id: folder_id } = await createFolder(caller);
    const line = JSON.stringify({ op: 'create', document: content({ folder_id }) });
    const { text } = await caller.bulk(Array.from({ length: DOCUMENTS }, () => line).join('\n'));
    const ids = text.split('\n').flatMap((each) => /"id":"(\w+)"/.exec(each)?.[1] ?? []);
    expect(ids).to.have.length(DOCUMENTS);
    expectStatus(await caller.delete(`/v1/folders/${folder_id}?recursive=true`), 204);
    await first.kill();
    const left = () =>
      withObjects(env, async (store) => {
        const log = new VersionLog(store);
        const slots = await mapConcurrently(ids, 16, (id) => log.read(id, 2));
        return slots.filter((slot) => slot === undefined).length;
      });
    expect(await left()).to.be.above(0);
    const second = await startServiceProcess(env, { nodeOptions: clockAhead(MONTH_MS) });
    try {
      await until(async () => (await left()) === 0, 60_000);
    } finally {
      await second.stop();
      await storage.dispose();
    }
  });
});
