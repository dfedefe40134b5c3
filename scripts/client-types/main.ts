/** `npm run client-types`: writes the types of the client from the OpenAPI description. */
import { writeFile } from 'node:fs/promises';
import { CLIENT_TYPES_FILE, clientTypes } from './client-types.js';

await writeFile(CLIENT_TYPES_FILE, await clientTypes());
process.stdout.write(`wrote ${CLIENT_TYPES_FILE}\n`);
