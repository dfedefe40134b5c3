import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const FILES = ['scripts/images.json', 'Dockerfile', 'docker-compose.yml'];
const run = promisify(execFile);

describe('npm run pin-images', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pin-'));
    await mkdir(join(folder, 'scripts'));
    for (const file of FILES) await cp(file, join(folder, file));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const pin = (digest: string) => pinBy(`echo ${digest}`);

  /** With this script as `docker`. */
  async function pinBy(script: string): Promise<string> {
    await writeFile(join(folder, 'docker'), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'docker'), 0o755);
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    await run(process.execPath, [resolve('scripts/pin-images.mjs')], { cwd: folder, env });
    return (await Promise.all(FILES.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
  }

  it('adds the digest wherever an image is named, and replaces an older one', async () => {
    const images = Object.values(JSON.parse(await readFile('scripts/images.json', 'utf8')) as Record<string, string>);
    await pin(`sha256:${'a'.repeat(64)}`);
    const text = await pin(`sha256:${'b'.repeat(64)}`);
    expect(text).not.to.include('aaaa');
    for (const image of images) {
      const name = image.split('@')[0] ?? '';
      const places = text.split(name).slice(1);
      expect(places.length).to.be.at.least(2);
      for (const place of places) expect(place.slice(0, 12)).to.equal('@sha256:bbbb');
    }
  });

  it('says in one line why there is no digest, and changes nothing', async () => {
    const failing = "printf 'ERROR: no such host\\nUsage: docker' >&2; exit 1";
    const failure = (await pinBy(failing).catch((error: unknown) => error)) as { code: number; stderr: string };
    expect(failure.code).to.equal(1);
    expect(failure.stderr).to.match(/^nothing was pinned: no digest of \S+ \(ERROR: no such host\)\. .+\n$/);
    expect(await readFile(join(folder, 'Dockerfile'), 'utf8')).to.equal(await readFile('Dockerfile', 'utf8'));
  });
});
