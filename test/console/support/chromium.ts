import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The variable `CHROMIUM`, else what is on the path; undefined: there is none. */
function findChromium(): string | undefined {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where there is no Chromium; in CI that is an error. */
export async function launchChromium(): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath !== undefined) {
    // Root has no sandbox of Chromium, and a small /dev/shm is too small for it.
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  }
  if (process.env['CI'] === 'true') throw new Error('there is no Chromium: put it on the path, or name it in CHROMIUM');
  process.stderr.write('console: no Chromium on the path or in CHROMIUM, so the tests of the console are skipped\n');
  return undefined;
}
