/**
 * `npm run protocol`: does the checker find what each line of `runs.txt` expects? With words: only the runs that have
 * all of them. Where that is one run, what TLC printed is shown too, with the counterexample.
 */
import { selectRuns, type ModelRun } from './runs.js';
import { Tlc, type Finding } from './tlc.js';

const runs = await selectRuns(process.argv.slice(2));
const tlc = await Tlc.open((line) => process.stderr.write(`${line}\n`));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void tlc.close().then(() => process.exit(1)));
}
let surprises = 0;
for (const run of runs) {
  const started = performance.now();
  const finding = await tlc.check(run);
  const isSurprise = finding.found === 'error' || finding.found !== (run.expected ?? finding.found);
  if (isSurprise) surprises++;
  if (isSurprise || runs.length === 1) process.stdout.write(finding.output);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${isSurprise ? '!' : ' '} ${lineOf(run, finding, isSurprise)}, ${seconds} s\n`);
}
await tlc.close();
process.stdout.write(`${runs.length - surprises} as expected, ${surprises} not\n`);
process.exit(surprises === 0 ? 0 : 1);

function lineOf({ expected, text }: ModelRun, { found, states }: Finding, isSurprise: boolean): string {
  const verdict = found === 'holds' || found === 'error' ? found : `${found} is broken`;
  const expectation = isSurprise && expected !== undefined ? ` (expected: ${expected})` : '';
  return `${text}: ${verdict}${expectation}, ${states} states`;
}
