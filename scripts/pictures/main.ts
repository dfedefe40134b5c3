/** `npm run pictures`: takes the pictures of `docs/pictures` from a service that it starts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from './chromium.js';
import { takeDashboard } from './dashboard/take-dashboard.js';
import { findProgram } from '../find-program.js';
import { DASHBOARD, PICTURES, PICTURES_FOLDER, takePicture } from './pictures.js';
import { startShownService } from './shown-service.js';

async function main(): Promise<string | undefined> {
  const browser = await launchChromium();
  if (!browser) return 'there is no Chromium: put it on the path, or name it in CHROMIUM';
  const service = await startShownService();
  try {
    for (const [name, picture] of Object.entries(PICTURES)) {
      await keep(name, await takePicture({ ...service, browser }, picture));
    }
    if (findProgram(['prometheus'])) await keep(DASHBOARD, await takeDashboard(browser));
    else process.stdout.write(`${DASHBOARD} is left out: there is no prometheus on the path\n`);
  } finally {
    await browser.close();
    await service.close();
  }
  return undefined;
}

async function keep(name: string, image: Buffer): Promise<void> {
  await writeFile(join(PICTURES_FOLDER, name), image);
  process.stdout.write(`${join(PICTURES_FOLDER, name)}  ${Math.ceil(image.length / 1_000)} KB\n`);
}

const failure = await main();
if (failure !== undefined) {
  process.stderr.write(`pictures: ${failure}\n`);
  process.exitCode = 1;
}
