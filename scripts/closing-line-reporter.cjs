/** Mocha's own `spec` report, and a last line for programs: `N passed, N failed, N skipped`. */
const { reporters } = require('mocha');

module.exports = class ClosingLineReporter extends reporters.Spec {
  epilogue() {
    super.epilogue();
    const { passes, failures, pending } = this.stats;
    reporters.Base.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
  }
};
