import { expect } from 'chai';
import { join } from 'node:path';
import { openFile } from '../../src/adapters/sqlite/files/connection.js';
import { EntryReader } from '../../src/adapters/sqlite/index/entry-reader.js';
import { EntryWriter } from '../../src/adapters/sqlite/index/entry-writer.js';
import { makeIndex } from '../../src/adapters/sqlite/index/index-file.js';
import type { Connection } from '../../src/adapters/sqlite/files/sqlite-library.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** One row, or all of them on purpose. */
const READ_WHOLE = /FROM meta|UPDATE meta|^PRAGMA|FROM heads$/;
/** The rows of a JSON array are those that the statement is given. */
const BY_INDEX = /^(SEARCH |SCAN lists VIRTUAL TABLE|CORRELATED SCALAR SUBQUERY)/;

describe('a statement on an embedded index', () => {
  let connection: Connection;
  const statements: string[] = [];

  before(() => {
    const file = join(temporaryFolder(), 'index-1.db');
    makeIndex(file);
    ({ connection } = openFile(file, { busyMs: 0 }));
    const noting = {
      prepare: (sql: string) => {
        statements.push(sql.replace(/\s+/g, ' '));
        return connection.prepare(sql);
      },
    };
    for (const Kind of [EntryReader, EntryWriter]) new Kind(noting as unknown as Connection, 'name');
  });
  after(() => connection.close());

  it('looks rows up by an index, in the order that it gives them', () => {
    expect(statements).to.have.length.above(30);
    const scanned = statements
      .filter((sql) => !READ_WHOLE.test(sql))
      .map((sql) => ({ sql, plan: planOf(sql) }))
      .filter(({ plan }) => plan.some((step) => !BY_INDEX.test(step)));
    expect(scanned).to.deep.equal([]);
  });

  it('begins a page at its place: no row before it is read', () => {
    for (const [beginning, range] of [
      ['(folded, id) >', '(folded,id)>(?,?) AND folded<?'],
      ['(folded, id) <', 'folded>? AND (folded,id)<(?,?)'],
    ] as const) {
      const page = statements.find((sql) => sql.includes(beginning));
      expect(planOf(String(page))).to.deep.equal([`SEARCH titles USING PRIMARY KEY (scope=? AND ${range})`]);
    }
  });

  function planOf(sql: string): string[] {
    return connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
  }
});
