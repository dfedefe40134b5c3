import { expect } from 'chai';
import { linesOf } from '../http/client.js';
import { content, create, listVersions } from '../http/making.js';
import { describePair, range } from './support.js';

const DOCUMENTS = 24;
const PUSHES = 12;

describePair('lines of a bulk request', (pair) => {
  it('that name one document take effect in their order, with 16 under way, while others push to them too', async () => {
    const [here, there] = await pair.callers();
    const ids = await Promise.all(range(1, DOCUMENTS).map(async () => (await create(here)).id));
    const pushes = (from: string) =>
      range(1, PUSHES).flatMap((n) =>
        ids.map((id) => ({ op: 'push', id, document: content({ title: `${from} ${n}` }) })),
      );
    const text = (from: string) => pushes(from).map((line) => `${JSON.stringify(line)}\n`);
    const answers = (await Promise.all([here.bulk(text('here').join('')), there.bulk(text('there').join(''))])).map(
      linesOf,
    );
    for (const each of answers) {
      expect(each.map(({ line, status }) => [line, status])).to.deep.equal(
        range(1, DOCUMENTS * PUSHES).map((n) => [n, 201]),
      );
    }
    for (const id of ids) {
      const { versions } = await listVersions(here, id);
      const titles = versions.slice(1).map(({ title }) => title);
      for (const from of ['here', 'there']) {
        expect(titles.filter((title) => title.startsWith(from))).to.deep.equal(
          range(1, PUSHES).map((n) => `${from} ${n}`),
        );
      }
    }
  });
});
