import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

describe('The hook for messages of commits', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-subjects-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const check = (subject: string) => {
    const file = join(folder, 'message');
    writeFileSync(file, `${subject}\n\nThe body says why.\n`);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/lint-subjects.mjs', file], {
      encoding: 'utf8',
      env: {},
    });
    return { status, stderr };
  };

  for (const subject of ['Hash each scope once', 'Test: watch the dearest requests', 'Embed the console in one file']) {
    it(`takes "${subject}"`, () => expect(check(subject)).to.deep.equal({ status: 0, stderr: '' }));
  }

  const refused = {
    'Hashes each scope once, which is what the index needed since it was written': 'more than 72',
    'hash each scope once': 'capital',
    'Hash each scope once.': 'full stop',
    'Hash each scope; mend a test': 'more than one change',
    'Hashed each scope once': 'imperative',
    'Adding a scope': 'imperative',
    'The scope is hashed once': 'imperative',
  };
  for (const [subject, reason] of Object.entries(refused)) {
    it(`refuses "${subject}"`, () => {
      const { status, stderr } = check(subject);
      expect(status).to.equal(1);
      expect(stderr).to.contain(reason);
    });
  }
});
