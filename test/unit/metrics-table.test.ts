import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { METRICS_FILE, withMetricsTable } from '../../scripts/metrics-table/metrics-table.js';

describe('the table of metrics', () => {
  it('is what `npm run metrics-table` makes', async () => {
    expect((await readFile(METRICS_FILE, 'utf8')) === (await withMetricsTable()), 'stale').to.equal(true);
  });
});
