import { expect } from 'chai';
import { seeText } from '../../src/cli/remote/push-lines.js';
import { PushTally, type PushOutcome } from '../../src/directory/push-report.js';

const URL = 'https://docs.example.com/quire';

describe('where a push says that its documents are', () => {
  const made = (path: string, folderId: string, more: Partial<PushOutcome> = {}): PushOutcome => ({
    path,
    action: 'create',
    id: `id-${path}`,
    url: `${URL}/d/${path}`,
    folderId,
    visibility: 'private',
    ...more,
  });
  const textOf = (outcomes: PushOutcome[], isRoot = false) => {
    const tally = new PushTally(() => undefined);
    for (const outcome of outcomes) tally.report(outcome);
    return seeText(tally, { url: URL, isRoot });
  };

  it('is nowhere if it wrote none', () => {
    expect(textOf([])).to.equal(undefined);
    expect(textOf([made('a', 'f', { action: 'unchanged' }), made('b', 'f', { action: 'conflict' })])).to.equal(
      undefined,
    );
  });

  it('is the page of one public document, and the console for one that only its owner sees', () => {
    const unchanged = made('b', 'f', { action: 'unchanged' });
    expect(textOf([unchanged, made('a', 'f', { visibility: 'public' })])).to.equal(`See it: ${URL}/d/a`);
    expect(textOf([unchanged, made('a', 'f')])).to.equal(`See it: ${URL}/console#/documents/id-a`);
  });

  it('is the folder of them all, else that of the directory, else the console', () => {
    expect(textOf([made('x/a', 'x'), made('x/b', 'x')])).to.equal(`See them: ${URL}/console#/folders/x`);
    const spread = [made('x/a', 'x'), made('y/b', 'y')];
    expect(textOf(spread)).to.equal(`See them: ${URL}/console`);
    expect(textOf([...spread, made('c', 'top', { action: 'unchanged' })])).to.equal(
      `See them: ${URL}/console#/folders/top`,
    );
    expect(textOf([...spread, made('c', 'root')], true)).to.equal(`See them: ${URL}/console`);
  });
});
