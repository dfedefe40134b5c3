import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const FOLDER = 'docs/operations';
const pages = ['docs/OPERATIONS.md', ...readdirSync(FOLDER).map((name) => join(FOLDER, name))];

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').match(/^#+ .+$/gm) ?? [];
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('pages for operators', () => {
  for (const page of pages) {
    it(`${page} leads to pages and sections that there are`, () => {
      for (const [, target = ''] of readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        expect(existsSync(file), target).to.equal(true);
        if (anchor !== undefined) expect(anchorsOf(file), target).to.include(anchor);
      }
    });
  }
});
