/** `npm run reindex-trial`: the whole trial of a rebuild, on real backends that it starts where none are given. */
import { Command } from 'commander';
import { atEachMode, modeOption, newSeed, toWholeNumber, type ModeWish } from '../support/each-mode.js';
import { SeededRandom } from '../support/oracle/seeded-random.js';
import { Trial } from './trial.js';

const { documents, kills, mode, seed, json } = new Command('reindex-trial')
  .description('Rebuilds the index of a log of some size while it is written to and searched, and checks every answer.')
  .option('--documents <number>', 'of up to 30 versions', toWholeNumber, 20_000)
  .option('--kills <number>', 'of the rebuild, up to 3', toWholeNumber, 3)
  .option('--seed <number>', 'of every choice that is made', toWholeNumber, newSeed())
  .addOption(modeOption())
  .option('--json', 'print one line of JSON a mode and nothing else', false)
  .parse()
  .opts<{ documents: number; kills: number; mode: ModeWish; seed: number; json: boolean }>();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const isSound = await atEachMode(mode, async (storage) => {
  const random = new SeededRandom(seed);
  const report = await Trial.run(storage, {
    documents,
    mostVersions: 30,
    writesPerSecond: 50,
    kills,
    random: () => random.next(),
    note: json ? undefined : (line) => print(`${storage.mode}: ${line}`),
  });
  if (json) print(JSON.stringify(report));
  else {
    print(
      `reindex-trial ${storage.mode}, seed ${seed}: ${report.documents} documents, ${report.documentsPerSecond} a second, ` +
        `${kills} kills; ${report.writes} writes and ${report.searches} searches meanwhile, each as it must be; writers ` +
        `waited ${report.pausedMs} ms at the switch, the slowest write took ${report.slowestWriteMs} ms, the slowest ` +
        `search ${report.slowestSearchMs} ms. SOUND: the index equals the log`,
    );
  }
  return true;
});
process.exit(isSound ? 0 : 1);
