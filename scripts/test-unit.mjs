/**
 * `npm run test:unit -- FILE.ts…`: runs tests without compiling anything and without backends. With no file:
 * the quick ones of test/unit. `--watch` runs them again after every change; other options are mocha's
 * (`--grep`, `--inspect-brk`).
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { inNewerNode } from './newer-node.mjs';
import { prepare, projectRoot } from './prepare.mjs';

const ALL = ['test/unit/**/!(*.slow|*.cpu|*.alone|*.long).test.ts'];
/** The loader uses what Node calls deprecated. */
const LOADER = '--import=ts-blank-space/register --disable-warning=DEP0205';

const args = process.argv.slice(2);
const options = args.filter((arg) => arg !== '--watch');
const specs = options.some((arg) => arg.endsWith('.ts')) ? [] : ALL;
await inNewerNode();
await prepare(projectRoot, { compile: false });
const child = spawn(
  process.execPath,
  [
    ...(args.includes('--watch') ? ['--watch', '--watch-preserve-output'] : []),
    'node_modules/mocha/bin/mocha.js',
    '--config',
    '.mocharc.unit.json',
    ...options,
    ...specs,
  ],
  // The processes that a test starts read TypeScript, too.
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${LOADER}` },
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
