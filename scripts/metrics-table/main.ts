/** `npm run metrics-table`: writes the table of metrics in the operator's guide from the code. */
import { writeFile } from 'node:fs/promises';
import { METRICS_FILE, withMetricsTable } from './metrics-table.js';

await writeFile(METRICS_FILE, await withMetricsTable());
process.stdout.write(`wrote ${METRICS_FILE}\n`);
