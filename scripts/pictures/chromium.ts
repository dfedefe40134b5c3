import { chromium, type Browser } from 'playwright-core';
import { findProgram } from '../find-program.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The variable `CHROMIUM`, else what is on the path; undefined: there is none. */
function findChromium(): string | undefined {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  return findProgram(NAMES);
}

/** Undefined where there is no Chromium. */
export async function launchChromium(): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  // Root has no sandbox of Chromium, and a small /dev/shm is too small for it.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
