/**
 * `npm run pin-images`: adds to each image of `scripts/images.json` the digest that its tag has now, there and in the
 * files that name the image. Asks `docker buildx imagetools`. Run it again after a tag was changed.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';

const FILES = ['scripts/images.json', 'Dockerfile', 'docker-compose.yml'];
const TIMEOUT_MS = 60_000;
const run = promisify(execFile);

async function pinned(image) {
  const [tagged] = image.split('@');
  const args = ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', tagged];
  const answer = await run('docker', args, { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => stdout,
    ({ stderr, message }) => stderr || message,
  );
  const [digest] = answer.trim().split('\n');
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) {
    throw new Error(
      `nothing was pinned: no digest of ${tagged} (${digest}). This needs docker with buildx, and the registry`,
    );
  }
  return `${tagged}@${digest}`;
}

try {
  const images = Object.values(JSON.parse(await readFile(FILES[0], 'utf8')));
  const changes = await Promise.all(images.map(async (image) => [image, await pinned(image)]));
  for (const file of FILES) {
    let text = await readFile(file, 'utf8');
    for (const [before, after] of changes) text = text.replaceAll(before, after);
    await writeFile(file, text);
  }
  process.stdout.write(`${changes.map(([, after]) => after).join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
