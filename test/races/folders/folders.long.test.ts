// Long: some thousands of requests.
import { rounds } from '../../support/rounds.js';
import { describeFolderStorm } from './folders.js';

describeFolderStorm({ folders: 200, requests: rounds(3_000, 20_000) });
