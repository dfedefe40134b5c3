/** `npm run tables`: writes the tables of the documents, and `.env.example`, from the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { exampleFile, TABLES, withTables } from './tables.js';

for (const [file, make] of Object.entries(TABLES)) {
  await writeFile(file, withTables(await readFile(file, 'utf8'), make()));
  process.stdout.write(`wrote ${file}\n`);
}
await writeFile('.env.example', exampleFile());
process.stdout.write('wrote .env.example\n');
