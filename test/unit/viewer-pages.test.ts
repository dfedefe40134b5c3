import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import { setImmediate as turn } from 'node:timers/promises';
import { OverloadedError, QuireError } from '../../src/domain/errors.js';
import type { LivingHead } from '../../src/domain/head.js';
import { sourceOf } from '../../src/domain/content/source.js';
import type { Version } from '../../src/domain/version.js';
import { ownersPages } from '../../src/http/viewer/owners-pages.js';
import { ViewerPages, type PageSource, type ShownPage } from '../../src/http/viewer/viewer-pages.js';
import type { RenderJob } from '../../src/render/worker/render-jobs.js';
import type { Asker } from '../../src/render/worker/render-pool.js';
import { OverrunError } from '../../src/platform/job-thread.js';
import { renderHere } from '../support/rendered-pages.js';

const CREATED = '2026-01-01T00:00:00.000Z';
const FIRST = {
  id: 'x'.repeat(24),
  createdAt: CREATED,
  version: 1,
  url: 'https://docs.example/d/x',
  part: 1,
  owner: 'o',
  key: null,
  base: 'https://docs.example',
};

const viewerPages = (options = {}) =>
  new ViewerPages({ lang: 'en', render: renderHere, findLinked: async () => [], ...options });

const textOf = (page: ShownPage | undefined): string => String(page?.bytes);

/** A store of one document, which counts what it is asked for. */
function store(content: string) {
  const counts = { reads: 0, renderings: 0 };
  const source: PageSource = {
    line: 'anonymous',
    asker: '192.0.2.1',
    read: async (onSize) => {
      onSize?.(content.length);
      counts.reads++;
      const block = { id: 'b', order: 0, type: 'paragraph', content, metadata: null };
      const version = {
        title: 't',
        contentType: 'text',
        version: 1,
        createdAt: CREATED,
        blocks: [block],
      } as unknown as Version;
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
    const pages = viewerPages();
    const { counts, source } = store('hello');
    const found = await Promise.all([1, 2, 3].map(() => pages.get(FIRST, source)));
    expect(found.map(textOf)).to.satisfy((all: string[]) => all.every((html) => html.includes('hello')));
    expect(counts.reads).to.equal(1);
    await pages.get(FIRST, source);
    expect(counts).to.deep.equal({ reads: 1, renderings: 3 });
  });

  it('never shows the page of a document that had the same identifier before', async () => {
    const pages = viewerPages();
    const again = { ...FIRST, createdAt: '2026-06-01T00:00:00.000Z' };
    expect(textOf(await pages.get(FIRST, store('old').source))).to.include('old');
    const page = textOf(await pages.get(again, store('new').source));
    expect(page).to.include('new').and.not.include('old');
    expect(pages.tagOf(FIRST)).not.to.equal(pages.tagOf(again));
    expect(pages.tagOf(FIRST)).not.to.equal(viewerPages({ lang: 'de' }).tagOf(FIRST));
  });

  it('knows which parts there are without rendering any', async () => {
    const pages = viewerPages();
    const { counts, source } = store('x'.repeat(1_500_000));
    expect(await pages.has(FIRST, source)).to.equal(true);
    expect(counts.reads).to.equal(0);
    expect(await pages.has({ ...FIRST, part: 2 }, source)).to.equal(true);
    expect(await pages.has({ ...FIRST, part: 3 }, source)).to.equal(false);
    expect(counts.reads).to.equal(1);
    expect(await pages.get({ ...FIRST, part: 3 }, source)).to.equal(undefined);
    expect(pages.tagOf(FIRST)).not.to.equal(pages.tagOf({ ...FIRST, part: 2 }));
  });

  it('reads nothing for a part that is known not to be', async () => {
    const pages = viewerPages();
    const { counts, source } = store('x'.repeat(1_500_000));
    await pages.get(FIRST, source);
    const { reads } = counts;
    expect(await pages.get({ ...FIRST, part: 3 }, source)).to.equal(undefined);
    expect(counts.reads).to.equal(reads);
  });

  it('codes a page once, for all who ask at once and for those who come later', async () => {
    const pages = viewerPages();
    const page = (await pages.get(FIRST, store('hello '.repeat(100_000)).source)) as ShownPage;
    const [coded, ...others] = await Promise.all([1, 2, 3].map(() => pages.gzip(page)));
    for (const other of [...others, await pages.gzip(page)]) expect(other).to.equal(coded);
    expect(gunzipSync(coded as Buffer).equals(page.bytes)).to.equal(true);
  });

  it('makes it for one who joined a making for which there was no room', async () => {
    const pages = viewerPages();
    const { source } = store('hello');
    let refuse: (error: Error) => void = () => undefined;
    const full: PageSource = {
      ...source,
      read: () =>
        new Promise((_, reject) => {
          refuse = reject;
        }),
    };
    const first = pages.get(FIRST, full);
    await turn();
    const joined = pages.get(FIRST, source);
    await turn();
    refuse(new OverloadedError('no room'));
    expect(await first.catch((error: Error) => error.message)).to.equal('no room');
    expect(textOf(await joined)).to.include('hello');
  });

  it('shows the plain text of blocks where that of their source takes too long, too', async () => {
    const tried: boolean[] = [];
    const pages = viewerPages({
      render: async (asker: Asker, job: RenderJob) => {
        if (job.kind !== 'page' || job.document.source === null) return renderHere(asker, job);
        expect(job.document.blocks).to.deep.equal([]);
        tried.push(job.isPlain);
        throw new OverrunError('too long');
      },
    });
    const { source } = store('*a*');
    const read: PageSource['read'] = async (onSize) => {
      const { version, bytes } = await source.read(onSize);
      return { version: { ...version, contentType: 'markdown', source: sourceOf('*b*') }, bytes };
    };
    const page = textOf(await pages.get(FIRST, { ...source, read }));
    expect(page).to.include('<div class="plain" dir="auto">*a*</div>');
    expect(tried).to.deep.equal([false, true]);
    expect(await pages.countParts({ ...FIRST, version: 2 }, { ...source, read })).to.equal(1);
  });

  it('shows as plain text what takes too long to format, says so, and has another entity tag for it', async () => {
    let overruns = 0;
    const pages = viewerPages({
      render: async (asker: Asker, job: RenderJob) => {
        if (job.kind === 'page' && job.isPlain) return renderHere(asker, job);
        overruns++;
        throw new OverrunError('too long');
      },
    });
    const { counts, source } = store('hello');
    const whole = pages.tagOf(FIRST);
    expect(textOf(await pages.get(FIRST, source)))
      .to.include('This page took too long to format. It is shown as plain text.')
      .and.include('<div class="plain" dir="auto">hello</div>');
    expect(pages.tagOf(FIRST)).not.to.equal(whole);
    await pages.get(FIRST, source);
    expect([overruns, counts.reads]).to.deep.equal([1, 1]);
  });

  it('has no file of what takes too long to write, and does not try again', async () => {
    let overruns = 0;
    const pages = viewerPages({
      render: async () => {
        overruns++;
        throw new OverrunError('too long');
      },
    });
    const { source } = store('hello');
    for (let n = 0; n < 2; n++) expect(await pages.file({ ...FIRST, kind: 'md' }, source)).to.equal(undefined);
    expect(overruns).to.equal(1);
  });

  it('keeps no page whose links have texts of more than a kept page may', async () => {
    let made = 0;
    const pages = viewerPages({
      findLinked: async () => [undefined],
      render: async (asker: Asker, job: RenderJob) => {
        made++;
        const open = {
          name: 'x',
          targets: [['x'.repeat(2_200_000)]],
          links: ['{"target":0,"fragment":"","title":""}'],
        };
        return { ...(await renderHere(asker, job)), open };
      },
    });
    const { source } = store('hello');
    for (let n = 0; n < 2; n++) expect(textOf(await pages.get(FIRST, source))).to.include('hello');
    expect(made).to.equal(2);
  });

  it('tries again after a failure', async () => {
    const pages = viewerPages();
    const { source } = store('hello');
    const failing = {
      ...source,
      read: async () => {
        throw new Error('away');
      },
    };
    expect(await pages.get(FIRST, failing).catch((error: Error) => error.message)).to.equal('away');
    expect(textOf(await pages.get(FIRST, source))).to.include('hello');
  });
});

describe('the pages for owners', () => {
  const asking = (content: string) => {
    const { counts, source } = store(content);
    const answer = ownersPages(viewerPages(), () => FIRST.base);
    const head = { id: FIRST.id, createdAt: CREATED, owner: 'o' } as LivingHead;
    const ask = (part: number) => answer({ head, version: 1, part, isNewest: true, read: source.read });
    return { counts, ask };
  };

  it('read a document once for the page and for the number of its parts', async () => {
    const { counts, ask } = asking('hello');
    const { headers, load } = await ask(1);
    expect(headers).not.to.have.property('Link');
    expect(String(await load?.())).to.include('hello');
    expect(counts.reads).to.equal(1);
  });

  it('are not made for a part that there is not, and read nothing where the number is known', async () => {
    const { counts, ask } = asking('x'.repeat(1_500_000));
    expect(await ask(3).catch((error: Error) => error.message)).to.equal(new QuireError('PART_NOT_FOUND').message);
    const { reads } = counts;
    expect((await ask(2)).headers).to.have.property('Link', '<?part=1>; rel="prev"');
    expect(await ask(3).catch((error: Error) => error.message)).to.equal(new QuireError('PART_NOT_FOUND').message);
    expect(counts.reads).to.equal(reads);
  });
});
