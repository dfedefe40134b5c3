import { describeFolderStorm } from './folders.js';

// A longer one is in folders.long.test.ts.
describeFolderStorm({ folders: 120, requests: 400 });
