import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../scripts/stack/project-root.js';

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(join(projectRoot(), file), 'utf8');
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

describe('the container images', () => {
  let images: Record<string, string>;

  before(async () => {
    images = JSON.parse(await readFile(join(projectRoot(), 'scripts/images.json'), 'utf8')) as Record<string, string>;
  });

  it('are the same in docker-compose.yml as in the tests', async () => {
    const parts = Object.entries(images)
      .filter(([name]) => name !== 'node')
      .map(([, image]) => image);
    const named = await namesIn('docker-compose.yml', /^ +image: (?!quire:local)(\S+)$/gm);
    expect(named).to.deep.equal(parts.sort());
  });

  it('are based on the one Node image of the list', async () => {
    expect(await namesIn('Dockerfile', /^FROM (\S+)/gm)).to.deep.equal([images.node]);
  });

  it('are pinned to a full version and a digest', () => {
    expect(images).not.to.be.empty;
    for (const image of Object.values(images)) expect(image).to.match(/:v?\d+\.\d+\.\d+(-\w+)*@sha256:[0-9a-f]{64}$/);
  });
});
