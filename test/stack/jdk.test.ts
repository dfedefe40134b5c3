import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findJava } from '../../scripts/stack/jdk.js';

describe('the search for a JDK', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-jdk-'));
  });

  afterEach(async () => rm(folder, { recursive: true }));

  /** A folder with a program that says its version as Java does. */
  async function jdk(name: string, version: string): Promise<string> {
    const home = join(folder, name);
    await mkdir(join(home, 'bin'), { recursive: true });
    await writeFile(join(home, 'bin/java'), `#!/bin/sh\necho 'openjdk version "${version}" 2026-01-20' >&2\n`);
    await chmod(join(home, 'bin/java'), 0o755);
    return home;
  }

  async function messageOf(search: Promise<string>): Promise<string> {
    return search.then(
      (java) => `found ${java}`,
      (error: Error) => error.message,
    );
  }

  it('says that Java 21 is needed, and where it looked, when there is none', async () => {
    const message = await messageOf(findJava({ env: { PATH: '' }, folders: [folder] }));
    expect(message).to.match(/^Java 21 or later is needed and no Java at all was found\./);
    expect(message).to.contain(`Looked at JAVA_HOME, PATH and ${folder}`);
  });

  it('names the ones that are too old', async () => {
    const old = await jdk('seventeen', '17.0.15');
    const message = await messageOf(findJava({ env: { JAVA_HOME: old }, folders: [] }));
    expect(message).to.contain(`only older ones were found: ${old}/bin/java is 17`);
  });

  it("passes over an old JAVA_HOME and an old one on PATH to a newer one in the system's folder", async () => {
    const env = { JAVA_HOME: await jdk('a', '1.8.0_432'), PATH: `/nowhere:${await jdk('b', '20.0.1')}/bin` };
    const newer = await jdk('jvm/c', '25.0.3');
    expect(await findJava({ env, folders: [join(folder, 'jvm')] })).to.equal(`${newer}/bin/java`);
  });

  it('takes JAVA_HOME before PATH', async () => {
    const env = { JAVA_HOME: await jdk('a', '21'), PATH: `${await jdk('b', '25.0.1')}/bin` };
    expect(await findJava({ env, folders: [] })).to.equal(join(folder, 'a/bin/java'));
  });

  it('finds one that is laid out as macOS does it', async () => {
    const home = await jdk('temurin-25.jdk/Contents/Home', '25');
    expect(await findJava({ env: {}, folders: [folder] })).to.equal(`${home}/bin/java`);
  });
});
