import { expect } from 'chai';
import { expectError } from '../http/client.js';
import type { ReplicaCallers } from '../races/support.js';
import { describeTwoReplicas } from '../races/two-replicas.js';
import { HttpProxy } from '../support/http-proxy.js';
import { neverRefreshByItself } from '../support/never-refresh.js';
import { KeptDirectory } from './support/kept-directory.js';

describeTwoReplicas('a list after a push shows what the push has found to be done', 20_000, (replicas) => {
  let callers: ReplicaCallers;
  let directory: KeptDirectory;
  let seen: KeptDirectory;
  before(() => neverRefreshByItself(replicas().storage));
  beforeEach(async () => {
    callers = await replicas().callers();
    const [caller, other] = callers;
    directory = await KeptDirectory.make({ url: caller.url, key: String(caller.headers['X-API-Key']) });
    seen = await directory.at(other.url);
    await directory.write({ 'a.md': 'First', 'b.md': 'Another' });
    await directory.push();
    await listed();
  });
  afterEach(async () => {
    await directory.dispose();
    await seen.dispose();
  });

  /** By the other service, which then knows of a refresh for the epoch as it is. */
  const listed = async () =>
    [...(await seen.documents())].map(([key, { current_version: version }]) => `${key} ${version}`).sort();

  /** As if the service had died before the announcement of the next write, and nothing had been refreshed since. */
  function loseAnnouncement(): void {
    const { faults } = replicas();
    faults.once('bumpEpoch', (real, args) => {
      faults.arm('refresh', faults.failed);
      return faults.failed(real, args);
    });
  }

  it('a new version', async () => {
    await directory.write({ 'a.md': 'Second' });
    loseAnnouncement();
    expect(await directory.push()).to.deep.equal(['update a.md']);
    expect(await listed()).to.deep.equal(['handbook/a.md 2', 'handbook/b.md 1']);
  });

  it('a deletion', async () => {
    await directory.remove('b.md');
    loseAnnouncement();
    expect(await directory.push({ withDeletions: true })).to.deep.equal(['delete b.md']);
    expect(await listed()).to.deep.equal(['handbook/a.md 1']);
  });

  it('a deletion by somebody else', async () => {
    const [caller] = callers;
    const byKey = '/v1/documents/by-key/handbook/b.md';
    // The second look at the document comes after the list.
    const proxy = await HttpProxy.start(caller.url, async (exchange) => {
      if (exchange.request.path === byKey) {
        loseAnnouncement();
        expectError(await caller.delete(byKey), 'UNAVAILABLE');
      }
      exchange.answer(await exchange.forward());
    });
    const pushing = await directory.at(proxy.url);
    await directory.remove('b.md');
    expect(await pushing.push({ withDeletions: true }, directory.root)).to.deep.equal(['delete b.md']);
    expect(await listed()).to.deep.equal(['handbook/a.md 1']);
    await pushing.dispose();
    await proxy.close();
  });
});
