import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findProgram } from '../find-program.js';
import { BackendError } from './backend-error.js';
import type { StackContext } from './context.js';
import { projectRoot } from './project-root.js';
import { freshFolder } from './run-folder.js';

const PROGRESS_MS = 5_000;

export interface JarsOptions {
  readonly backend: string;
  /** File name in `scripts/stack/poms`. */
  readonly pom: string;
  /** The Maven goal that fills the folder `-Dtarget`. */
  readonly goal: string;
  /** For the person who waits, for example `71 MB`. */
  readonly size: string;
}

/**
 * Gives the folder of what a pom names, fetched by Maven where it is not there yet. The folder's name carries the
 * pom's hash, and it gets that name in one rename when it is whole: a fetch that was killed is never taken for one
 * that ended, and of two at the same time one simply comes second.
 */
export async function fetchJars(context: StackContext, options: JarsOptions): Promise<string> {
  const pom = join(projectRoot(), 'scripts/stack/poms', options.pom);
  const hash = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex');
  const folder = join(context.libFolder, `${basename(options.pom, '.xml')}-${hash.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  requireMaven(options.backend);
  const temporary = await freshFolder(join(context.libFolder, 'incomplete'));
  try {
    const target = join(temporary, 'lib');
    await runMaven(context, { ...options, pom, target });
    await moveIntoPlace(target, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

async function runMaven(context: StackContext, options: JarsOptions & { target: string }): Promise<void> {
  const { backend, pom, goal, target, size } = options;
  const logFile = join(context.runFolder, `maven-${basename(pom, '.xml')}.log`);
  const started = Date.now();
  context.note(`${backend}: getting its files with Maven, ${size}, only this once`);
  const timer = setInterval(() => void noteProgress(), PROGRESS_MS);
  const noteProgress = async (): Promise<void> => {
    const files = (await readFile(logFile, 'utf8')).split('Downloaded from').length - 1;
    context.note(`${backend}: ${files} files downloaded so far`);
  };
  try {
    const args = ['-B', '-Dstyle.color=never', '-f', pom, goal, `-Dtarget=${target}`];
    const env = mavenEnvironment(context.java);
    await context.supervisor.run(backend, { program: 'mvn', args, cwd: context.runFolder, logFile, env });
  } finally {
    clearInterval(timer);
  }
  context.note(`${backend}: got them in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function moveIntoPlace(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Maven keeps the Java that it is set up with, and gets the stack's own only where there is none for it. */
function mavenEnvironment(java: string): Record<string, string> {
  return process.env.JAVA_HOME || findProgram(['java']) ? {} : { JAVA_HOME: dirname(dirname(java)) };
}

function requireMaven(backend: string): void {
  if (findProgram(['mvn'])) return;
  throw new BackendError(backend, 'its files are not here yet and Maven, which gets them, is not on PATH (mvn)');
}
