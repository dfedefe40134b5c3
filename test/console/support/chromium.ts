import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../scripts/pictures/chromium.js';

/** Undefined where there is no Chromium; in CI that is an error. */
export async function chromiumOfTests(): Promise<Browser | undefined> {
  const browser = await launchChromium();
  if (browser) return browser;
  if (process.env['CI'] === 'true') throw new Error('there is no Chromium: put it on the path, or name it in CHROMIUM');
  process.stderr.write('console: no Chromium on the path or in CHROMIUM, so the tests of the console are skipped\n');
  return undefined;
}
