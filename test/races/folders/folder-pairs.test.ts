/** Two requests at once, about one folder. */
import { expect } from 'chai';
import { expectError, expectStatus, type Answer } from '../../http/client.js';
import { content, createFolder, keyPath, put, unique, type MadeFolder } from '../../http/making.js';
import { describePair, type ReplicaCallers } from '../support.js';

const ROUNDS = 6;
const folderAt = (id: string) => `/v1/folders/${id}`;

describePair('folders', (pair) => {
  let callers: ReplicaCallers;
  before(async () => {
    callers = await pair.callers();
  });

  /** What both answered, and which statuses these are together. */
  const both = async (one: Promise<Answer>, other: Promise<Answer>): Promise<[number, number]> => [
    (await one).status,
    (await other).status,
  ];

  it('of two moves that make a cycle together exactly one is done', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [await createFolder(callers[0]), await createFolder(callers[0])];
      const move = (n: 0 | 1, what: MadeFolder, to: MadeFolder) =>
        callers[n].patch(folderAt(what.id), { parent_id: to.id });
      const answers = await Promise.all([move(0, a, b), move(1, b, a)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      expectError(
        answers.find(({ status }) => status === 409)!,
        'FOLDER_CYCLE',
      );
      const [upper, lower] = answers[0].status === 200 ? [b, a] : [a, b];
      for (const caller of callers) {
        const folder = expectStatus(await caller.get<MadeFolder>(folderAt(lower.id)), 200);
        expect(folder).to.include({ parent_id: upper.id, path: `${upper.path}/${lower.name}`, revision: 2 });
      }
    }
  });

  it('a folder that is made beside the delete of its parent is there with it, or is 404', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await createFolder(callers[0]);
      const made = callers[0].post('/v1/folders', { name: 'x', parent_id: id });
      const statuses = await both(made, callers[1].delete(folderAt(id)));
      expect(String(statuses)).to.be.oneOf(['201,409', '404,204']);
      expect((await callers[0].get(folderAt(id))).status).to.equal(statuses[1] === 204 ? 404 : 200);
    }
  });

  it('a document that is made beside the delete of its folder is there with it, or nowhere', async () => {
    for (let round = 0; round < ROUNDS * 2; round++) {
      const [{ id }, key] = [await createFolder(callers[0]), unique()];
      const query = round % 2 ? '?recursive=true' : '';
      const made = callers[0].put(keyPath(key), content({ folder_id: id }));
      const statuses = await both(made, callers[1].delete(folderAt(id) + query));
      const legal = query ? ['201,204', '404,204', '503,204'] : ['201,409', '404,204', '503,204'];
      expect(String(statuses)).to.be.oneOf(legal);
      for (const caller of callers) {
        expect((await caller.get(keyPath(key))).status).to.equal(statuses[1] === 204 ? 404 : 200);
      }
      // The key is free at once.
      if (statuses[1] === 204) expect((await put(callers[1], key, content())).result).to.equal('created');
    }
  });
});
