/** The gate is whole: each route, and each member that a caller chooses, has its dearest cases. */
import { expect } from 'chai';
import { describedAt } from '../http/description.js';
import { embeddedStorage } from '../support/modes.js';
import { membersOf } from './support/described-members.js';
import { ownDescription, publicPaths } from './support/described-routes.js';
import { staleLevels } from './support/levels.js';
import { lineLevels } from './support/lines.js';
import { knownPublicPaths } from './support/public-cases.js';
import { casesOf, membersWithoutCase } from './support/route-cases.js';
import { HostileTarget } from './support/target.js';

const description = ownDescription();
const operations = description.operations();

describe('hostile: the cases of the dearest requests', () => {
  it('are of the routes that a service describes', async () => {
    const target = await HostileTarget.start(await embeddedStorage());
    const described = await describedAt(target.url);
    await target.dispose();
    expect(described.document).to.deep.equal(description.document);
  });

  for (const { method, path, operation } of operations) {
    it(`have levels for each member of ${method} ${path}`, () => {
      expect(membersWithoutCase(description, operation)).to.deep.equal([]);
    });
  }

  it('have levels for a member that is new, if its schema bounds it, and otherwise name it', () => {
    const { operation } = operations.find(
      (each) => each.operation.operationId === 'listDocuments',
    ) as (typeof operations)[0];
    const parameter = (name: string, schema: object) => ({ name, in: 'query', description: '', schema });
    const wider = {
      ...operation,
      parameters: [
        ...operation.parameters,
        parameter('depth', { type: 'integer', maximum: 100 }),
        parameter('wish', { type: 'string' }),
      ],
    };
    expect(membersWithoutCase(description, wider)).to.deep.equal(['query wish']);
  });

  it('know no op of bulk that has none', () => {
    expect(() => lineLevels('merge')).to.throw(/the op merge/);
  });

  it('have no levels for a member that is gone', () => {
    const known = operations.flatMap(({ operation }) =>
      membersOf(description, operation).flatMap(({ name }) => [name, `${operation.operationId} ${name}`]),
    );
    expect(staleLevels(new Set(known))).to.deep.equal([]);
  });

  it('have any two levels of a route in one request', () => {
    const cases = casesOf(description);
    expect(cases).not.to.be.empty;
    for (const { name, rows } of cases) expect(rows, name).to.have.length.above(0);
  });

  it('are there for each path that needs no key', () => {
    expect(knownPublicPaths()).to.have.members(publicPaths());
  });
});
