import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import { setImmediate as turn } from 'node:timers/promises';
import { OverloadedError } from '../../src/domain/errors.js';
import type { LivingHead } from '../../src/domain/head.js';
import type { Version } from '../../src/domain/version.js';
import { pageTag, ViewerPages, type PageSource } from '../../src/http/viewer/viewer-pages.js';

const HEAD = {
  id: 'x'.repeat(24),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  currentVersion: 1,
} as LivingHead;

/** A store of one document, which counts what it is asked for. */
function store(content: string) {
  const counts = { reads: 0, renderings: 0 };
  const source: PageSource = {
    address: '192.0.2.1',
    readVersion: async (_head, onSize) => {
      onSize?.(content.length);
      counts.reads++;
      const block = { id: 'b', order: 0, type: 'paragraph', content, metadata: null };
      const version = { title: 't', contentType: 'text', version: 1, blocks: [block] } as unknown as Version;
      return { version, bytes: content.length };
    },
    admitRendering: async () => {
      counts.renderings++;
    },
  };
  return { counts, source };
}

describe('ViewerPages', () => {
  it('renders a page once, for all who ask at once and for those who come later', async () => {
    const pages = new ViewerPages();
    const { counts, source } = store('hello');
    const name = { head: HEAD, part: 1 };
    const found = await Promise.all([1, 2, 3].map(() => pages.get(name, source)));
    expect(found.map(String)).to.satisfy((all: string[]) => all.every((html) => html.includes('hello')));
    expect(counts.reads).to.equal(1);
    await pages.get(name, source);
    expect(counts).to.deep.equal({ reads: 1, renderings: 3 });
  });

  it('never shows the page of a document that had the same identifier before', async () => {
    const pages = new ViewerPages();
    const again = { ...HEAD, createdAt: '2026-06-01T00:00:00.000Z' };
    expect(String(await pages.get({ head: HEAD, part: 1 }, store('old').source))).to.include('old');
    const page = String(await pages.get({ head: again, part: 1 }, store('new').source));
    expect(page).to.include('new').and.not.include('old');
    expect(pageTag({ head: HEAD, part: 1 })).not.to.equal(pageTag({ head: again, part: 1 }));
  });

  it('knows which parts there are without rendering any', async () => {
    const pages = new ViewerPages();
    const { counts, source } = store('x'.repeat(1_500_000));
    expect(await pages.has({ head: HEAD, part: 1 }, source)).to.equal(true);
    expect(counts.reads).to.equal(0);
    expect(await pages.has({ head: HEAD, part: 2 }, source)).to.equal(true);
    expect(await pages.has({ head: HEAD, part: 3 }, source)).to.equal(false);
    expect(counts.reads).to.equal(1);
    expect(await pages.get({ head: HEAD, part: 3 }, source)).to.equal(undefined);
    expect(pageTag({ head: HEAD, part: 1 })).not.to.equal(pageTag({ head: HEAD, part: 2 }));
  });

  it('reads nothing for a part that is known not to be', async () => {
    const pages = new ViewerPages();
    const { counts, source } = store('x'.repeat(1_500_000));
    await pages.get({ head: HEAD, part: 1 }, source);
    const { reads } = counts;
    expect(await pages.get({ head: HEAD, part: 3 }, source)).to.equal(undefined);
    expect(counts.reads).to.equal(reads);
  });

  it('codes a page once, for all who ask at once and for those who come later', async () => {
    const pages = new ViewerPages();
    const name = { head: HEAD, part: 1 };
    const page = (await pages.get(name, store('hello '.repeat(100_000)).source)) as Buffer;
    const [coded, ...others] = await Promise.all([1, 2, 3].map(() => pages.gzip(name, page)));
    for (const other of [...others, await pages.gzip(name, page)]) expect(other).to.equal(coded);
    expect(gunzipSync(coded as Buffer).equals(page)).to.equal(true);
  });

  it('makes it for one who joined a making for which there was no room', async () => {
    const pages = new ViewerPages();
    const { source } = store('hello');
    let refuse: (error: Error) => void = () => undefined;
    const full: PageSource = {
      ...source,
      readVersion: () =>
        new Promise((_, reject) => {
          refuse = reject;
        }),
    };
    const name = { head: HEAD, part: 1 };
    const first = pages.get(name, full);
    await turn();
    const joined = pages.get(name, source);
    await turn();
    refuse(new OverloadedError('no room'));
    expect(await first.catch((error: Error) => error.message)).to.equal('no room');
    expect(String(await joined)).to.include('hello');
  });

  it('tries again after a failure', async () => {
    const pages = new ViewerPages();
    const { source } = store('hello');
    const failing = {
      ...source,
      readVersion: async () => {
        throw new Error('away');
      },
    };
    expect(await pages.get({ head: HEAD, part: 1 }, failing).catch((error: Error) => error.message)).to.equal('away');
    expect(String(await pages.get({ head: HEAD, part: 1 }, source))).to.include('hello');
  });
});
