import { bulk } from './bulk.js';
import { cachedPage } from './cached-page.js';
import type { Case } from './case.js';
import { cost } from './cost.js';
import { driver } from './driver.js';
import { embeddedPush } from './embedded-push.js';
import { embeddedSearch } from './embedded-search.js';
import { growth } from './growth.js';
import { hostile } from './hostile.js';
import { hotDocument } from './hot-document.js';
import { keyedPushes } from './keyed-pushes.js';
import { list } from './list.js';
import { memory } from './memory.js';
import { mixed } from './mixed.js';
import { peers } from './peers.js';
import { push } from './push.js';
import { reads } from './reads.js';
import { reindex } from './reindex.js';
import { search } from './search.js';
import { stages } from './stages.js';
import { writes } from './writes.js';
import { zipf } from './zipf.js';

/** In the order in which they run: the driver's own comes last, as it looks back on the others. */
export const ALL_CASES: readonly Case[] = [
  search,
  growth,
  cachedPage,
  zipf,
  mixed,
  reads,
  writes,
  hotDocument,
  keyedPushes,
  bulk,
  list,
  embeddedSearch,
  embeddedPush,
  cost,
  peers,
  push,
  reindex,
  memory,
  stages,
  hostile,
  driver,
];
