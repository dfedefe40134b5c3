/**
 * Mocha's own `spec` report, and last lines for programs: `failed: TITLE: MESSAGE` of each test that did, and
 * `N passed, N failed, N skipped`.
 */
const { reporters } = require('mocha');

module.exports = class ClosingLineReporter extends reporters.Spec {
  epilogue() {
    super.epilogue();
    for (const test of this.failures) {
      const [message] = String(test.err?.message).split('\n');
      reporters.Base.consoleLog('%s', `failed: ${test.titlePath().join(' > ')}: ${message}`);
    }
    const { passes, failures, pending } = this.stats;
    reporters.Base.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
  }
};
