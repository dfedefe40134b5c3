import { expect } from 'chai';
import { mergeById, type MergedPair } from '../../src/maintenance/shared/merge-by-id.js';

type Row = { id: string };

async function* rowsOf(ids: string, ended: string[] = []): AsyncGenerator<Row> {
  try {
    for (const id of ids) yield { id };
  } finally {
    ended.push(ids);
  }
}

async function merged(left: string, right: string): Promise<string[]> {
  const pairs: string[] = [];
  for await (const pair of mergeById(rowsOf(left), rowsOf(right))) pairs.push(nameOf(pair));
  return pairs;
}

function nameOf({ id, left, right }: MergedPair<Row, Row>): string {
  for (const row of [left, right]) if (row) expect(row.id).to.equal(id);
  return `${left ? id : '-'}${right ? id : '-'}`;
}

describe('merging by identifier', () => {
  it('pairs what both have, and tells what one of them has alone', async () => {
    expect(await merged('abd', 'bce')).to.deep.equal(['a-', 'bb', '-c', 'd-', '-e']);
    expect(await merged('ab', 'ab')).to.deep.equal(['aa', 'bb']);
    expect(await merged('bc', 'a')).to.deep.equal(['-a', 'b-', 'c-']);
    expect(await merged('', 'ab')).to.deep.equal(['-a', '-b']);
    expect(await merged('ab', '')).to.deep.equal(['a-', 'b-']);
    expect(await merged('', '')).to.deep.equal([]);
  });

  it('orders as bytes do: digits, capitals, small letters', async () => {
    expect(await merged('09AZaz', '5Kk')).to.deep.equal(['0-', '-5', '9-', 'A-', '-K', 'Z-', 'a-', '-k', 'z-']);
  });

  it('ends both sequences when the reader stops, and when one of them fails', async () => {
    const ended: string[] = [];
    for await (const _pair of mergeById(rowsOf('abc', ended), rowsOf('abd', ended))) break;
    expect(ended).to.deep.equal(['abc', 'abd']);
    const failing = async () => {
      for await (const _pair of mergeById(rowsOf('xyz', ended), failingRows())) continue;
    };
    expect(await failing().catch((error: Error) => error.message)).to.equal('lost');
    expect(ended.at(-1)).to.equal('xyz');
  });
});

async function* failingRows(): AsyncGenerator<Row> {
  yield { id: 'a' };
  throw new Error('lost');
}
