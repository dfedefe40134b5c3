/**
 * Mocha's own `spec` report, and last lines for programs: `failed: TITLE: MESSAGE` and `failed in: FILE` of each test
 * that did, and `N passed, N failed, N skipped`. Before them the files that took longest, hooks included.
 */
const { relative } = require('node:path');
const process = require('node:process');
const { reporters, Runner } = require('mocha');

const { EVENT_HOOK_END, EVENT_TEST_END } = Runner.constants;
const SHOWN = Number(process.env.QUIRE_SLOWEST ?? 15);
const LONG_MS = 2_000;

module.exports = class ClosingLineReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    this.fileMs = new Map();
    const add = ({ file = 'no file', duration = 0 }) => this.fileMs.set(file, (this.fileMs.get(file) ?? 0) + duration);
    runner.on(EVENT_TEST_END, add);
    runner.on(EVENT_HOOK_END, add);
  }

  epilogue() {
    super.epilogue();
    const slowest = [...this.fileMs]
      .filter(([, ms]) => ms > LONG_MS)
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN);
    for (const [file, ms] of slowest) {
      reporters.Base.consoleLog(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${relative(process.cwd(), file)}`);
    }
    for (const test of this.failures) {
      const [message] = String(test.err?.message).split('\n');
      reporters.Base.consoleLog('%s', `failed: ${test.titlePath().join(' > ')}: ${message}`);
      reporters.Base.consoleLog('%s', `failed in: ${relative(process.cwd(), test.file ?? 'no file')}`);
    }
    const { passes, failures, pending } = this.stats;
    reporters.Base.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
  }
};
