import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

/** What the hook says of a subject; empty: it is fine. */
const SAID: Readonly<Record<string, string>> = {
  'Hash each scope once': '',
  'Test: watch the dearest requests': '',
  'Hashes each scope once, which is what the index needed since it was written': 'more than 72',
  'hash each scope once': 'capital',
  'Hash each scope once.': 'full stop',
  'Hash each scope; mend a test': 'more than one change',
  'The scope is hashed once': 'imperative',
};

describe('The hook for messages of commits', () => {
  it('refuses subjects that are no short imperative', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quire-subjects-'));
    const file = join(folder, 'message');
    for (const [subject, said] of Object.entries(SAID)) {
      writeFileSync(file, `${subject}\n\nThe body says why.\n`);
      const { status, stderr } = spawnSync(process.execPath, ['scripts/lint-subjects.mjs', file], { env: {} });
      expect(status, subject).to.equal(said === '' ? 0 : 1);
      expect(String(stderr)).to.contain(said);
    }
    rmSync(folder, { recursive: true });
  });
});
