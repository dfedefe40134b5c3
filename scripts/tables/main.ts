/** `npm run tables`: writes the tables of the reference from the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { REFERENCE_FILE, withTables } from './tables.js';

await writeFile(REFERENCE_FILE, withTables(await readFile(REFERENCE_FILE, 'utf8')));
process.stdout.write(`wrote ${REFERENCE_FILE}\n`);
