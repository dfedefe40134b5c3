import { cachedPage } from './cached-page.js';
import type { Case } from './case.js';
import { driver } from './driver.js';
import { growth } from './growth.js';
import { search } from './search.js';

/** In the order in which they run. */
export const ALL_CASES: readonly Case[] = [search, growth, cachedPage, driver];
