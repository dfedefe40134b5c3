/** `npm run pictures`: takes the pictures of `docs/pictures` from a service that it starts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from './chromium.js';
import { PICTURES, PICTURES_FOLDER, takePicture } from './pictures.js';
import { startShownService } from './shown-service.js';

async function main(): Promise<string | undefined> {
  const browser = await launchChromium();
  if (!browser) return 'there is no Chromium: put it on the path, or name it in CHROMIUM';
  const service = await startShownService();
  try {
    for (const [name, picture] of Object.entries(PICTURES)) {
      const image = await takePicture({ ...service, browser }, picture);
      await writeFile(join(PICTURES_FOLDER, name), image);
      process.stdout.write(`${join(PICTURES_FOLDER, name)}  ${Math.ceil(image.length / 1_000)} KB\n`);
    }
  } finally {
    await browser.close();
    await service.close();
  }
  return undefined;
}

const failure = await main();
if (failure !== undefined) {
  process.stderr.write(`pictures: ${failure}\n`);
  process.exitCode = 1;
}
