import { bulk } from './bulk.js';
import type { Case } from './case.js';
import { cost } from './cost.js';
import { driver } from './driver.js';
import { files } from './files.js';
import { hotDocument } from './hot-document.js';
import { list } from './list.js';
import { mixed } from './mixed.js';
import { peers } from './peers.js';
import { push } from './push.js';
import { reads } from './reads.js';
import { reindex } from './reindex.js';
import { search } from './search.js';
import { words } from './words.js';
import { writes } from './writes.js';
import { zipf } from './zipf.js';

/** In the order in which they run: the driver's own comes last, as it looks back on the others. */
export const ALL_CASES: readonly Case[] = [
  search,
  zipf,
  mixed,
  reads,
  writes,
  hotDocument,
  bulk,
  list,
  cost,
  push,
  files,
  peers,
  words,
  reindex,
  driver,
];
