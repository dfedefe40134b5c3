import { expect } from 'chai';
import { documentToMarkdown, markdownInSteps } from '../../src/markdown/document-to-markdown.js';
import { writeFile } from '../../src/render/document-files.js';
import { finish } from '../support/rendered-pages.js';
import { viewed, viewedBlock } from '../support/viewed-documents.js';

const NAME = { id: 'd', createdAt: '2026-03-05T10:20:30.000Z', version: 3, url: 'https://docs.example/d/d' };

describe('the files of a document', () => {
  it('are written with a rest after each block', () => {
    const document = viewed({ blocks: Array.from({ length: 40 }, () => viewedBlock('list', '- a')) });
    for (const kind of ['md', 'json'] as const) {
      const rests = [...(writeFile({ ...NAME, kind }, document) ?? [])].length;
      expect(rests, kind).to.be.within(40, 42);
    }
  });

  it('are written with rests within a long block, and are the same JSON as in one go', () => {
    const contents = [`${'x'.repeat(199_999)}😀${'"\n\uD800'.repeat(200_000)}`, '', '😀'.repeat(300_000), 'é'];
    const document = viewed({ blocks: contents.map((content) => viewedBlock('code', content, { level: 1 })) });
    const writing = writeFile({ ...NAME, kind: 'json' }, document);
    const rests = [...(writing ?? [])].length;
    expect(rests).to.be.within(14, 18);
    const text = String(finish(writeFile({ ...NAME, kind: 'json' }, document) as Generator<void, Buffer>));
    const found = JSON.parse(text) as { blocks: { content: string }[] };
    expect(found.blocks.every(({ content }, at) => content === contents[at])).to.equal(true);
    expect(JSON.stringify(found) === text).to.equal(true);
    const empty = finish(writeFile({ ...NAME, kind: 'json' }, viewed()) as Generator<void, Buffer>);
    expect(JSON.parse(String(empty)))
      .to.have.property('blocks')
      .that.deep.equals([]);
  });

  it('are written block by block from the first step on', () => {
    let reads = 0;
    const counted = {
      ...viewedBlock('list', '- a'),
      get metadata() {
        reads += 1;
        return null;
      },
    };
    const document = { ...viewed(), blocks: Array.from({ length: 40 }, () => counted) };
    writeFile({ ...NAME, kind: 'json' }, document)?.next();
    expect(reads).to.be.within(1, 4);
  });

  it('are put together with rests, from many short pieces as from long ones', () => {
    const restsOf = (blocks: number, length: number) => {
      const document = viewed({
        blocks: Array.from({ length: blocks }, () => viewedBlock('code', 'x'.repeat(length))),
      });
      return [...(writeFile({ ...NAME, kind: 'json' }, document) ?? [])].length;
    };
    // One for each block, as it is written, and one for each 250,000 bytes, of which a piece has 100 more.
    expect(restsOf(5_000, 5)).to.be.within(5_003, 5_005);
    expect(restsOf(30, 90_000)).to.be.within(40, 41);
  });

  it('have no Markdown where a block is too long to be written in one go, its metadata included', () => {
    const file = (content: string, metadata: Record<string, unknown> | null) =>
      writeFile({ ...NAME, kind: 'md' }, viewed({ blocks: [viewedBlock('code', content, metadata)] }));
    expect(file('x'.repeat(100_000), { level: 3 })).not.to.equal(undefined);
    expect(file('x'.repeat(100_000), { info: 'x' })).to.equal(undefined);
    const tagged = (tag: string) => writeFile({ ...NAME, kind: 'md' }, viewed({ metadata: { tags: [tag] } }));
    expect(tagged('x'.repeat(19_000))).not.to.equal(undefined);
    expect(tagged('x'.repeat(20_000))).to.equal(undefined);
  });

  it('are the same Markdown, whether written in steps or at once', () => {
    for (const comments of [undefined, '<!-- end -->']) {
      const document = {
        title: 'A title',
        metadata: { tags: ['a'], quire: { comments: comments ?? null } },
        blocks: [viewedBlock('list', '- a'), viewedBlock('list', '- b'), viewedBlock('divider', '')],
        visibility: 'public' as const,
      };
      expect(finish(markdownInSteps(document))).to.equal(documentToMarkdown(document));
    }
  });
});
