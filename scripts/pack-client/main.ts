/** `npm run pack-client [-- FOLDER]`: makes the package of the client, by default in `dist`. */
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CLIENT_PACKAGE, packClient } from './pack-client.js';

const into = process.argv[2] ?? 'dist';
const file = await packClient(into);
const { size } = await stat(file);
process.stdout.write(`made ${relative('', file)}, ${Math.ceil(size / 1_000)} KB, of ${join(into, CLIENT_PACKAGE)}\n`);
