import { expect } from 'chai';
import type { Static } from '@sinclair/typebox';
import type { VersionDiffAnswer } from '../../src/http/schemas/diffs.js';
import { expectError, expectStatus, type Client } from './client.js';
import { create, paragraph, push, versionsOf } from './making.js';
import { describeHttp } from './suite.js';

const LONG = 'word '.repeat(20_000);
const REST = 'What is the same in both versions, and long enough to be known again.';

/** The client holds each answer against the description. */
describeHttp('version diffs', (api) => {
  let alice: Client;
  before(async () => {
    alice = await api.caller();
  });

  it('fit the description with every kind of change, on a short answer and on a long one', async () => {
    const before = [paragraph('moved'), paragraph('kept'), paragraph(`one ${REST}`), { type: 'code', content: REST }];
    const after = [paragraph('kept'), paragraph('moved'), paragraph(`two ${REST}`), { type: 'quote', content: REST }];
    for (const long of ['', LONG]) {
      const { id } = await create(alice, {
        title: 'one',
        blocks: [...before, { ...paragraph(`${long}${REST}`), metadata: { a: 1 } }, paragraph(`${long}gone`)],
      });
      await push(alice, id, {
        title: 'two',
        content_type: 'html',
        metadata: { a: 1 },
        blocks: [...after, paragraph(`${long.replaceAll('w', 'v')}${REST}, too`), { type: 'list', content: '- new' }],
      });
      const answer = await alice.get<Static<typeof VersionDiffAnswer>>(`${versionsOf(id)}/1/diff/2`);
      const { fields, blocks } = expectStatus(answer, 200);
      expect(fields).to.have.all.keys('title', 'content_type', 'metadata');
      const kinds = new Set(blocks.flatMap((entry) => [entry.change, ...Object.keys(entry)]));
      expect(kinds).to.include.all.keys('kept', 'moved', 'added', 'removed', 'type', 'metadata', 'content');
      const contents = blocks.flatMap((entry) => ('content' in entry ? Object.keys(entry.content) : []));
      expect(contents.includes('to')).to.equal(long !== '');
    }
  });

  it('of a version that does not exist is an error of the description', async () => {
    const { id } = await create(alice);
    expectError(await alice.get(`${versionsOf(id)}/1/diff/2`), 'VERSION_NOT_FOUND');
  });
});
