import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownBelow('docs'),
];
const FENCED = /^```.*?^```$/gms;
/** A link, or an image, which begins with `!`. Its text may hold code with brackets. */
const LINK = /(!?)\[((?:`[^`]*`|[^\]`])*)\]\((?!https?:)([^)\s]+)\)/g;

function markdownBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

function linksOf(page: string) {
  return [...readFileSync(page, 'utf8').replace(FENCED, '').matchAll(LINK)].map(([, mark, text = '', target = '']) => ({
    isImage: mark === '!',
    text,
    target,
  }));
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').match(/^#+ .+$/gm) ?? [];
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/\]\([^)]*\)/g, '')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documents of the repository', () => {
  it('have links and images that the tests below see', () => {
    const links = PAGES.flatMap(linksOf);
    expect(links.filter(({ isImage }) => !isImage).length).to.be.greaterThan(100);
    expect(links.filter(({ isImage }) => isImage).length).to.be.greaterThan(2);
  });

  for (const page of PAGES) {
    it(`${page} leads to files and sections that there are, and its images have a text`, () => {
      for (const { isImage, text, target } of linksOf(page)) {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        expect(existsSync(file), target).to.equal(true);
        if (anchor !== undefined) expect(anchorsOf(file), target).to.include(anchor);
        if (isImage) expect(text, target).not.to.equal('');
      }
    });
  }
});
