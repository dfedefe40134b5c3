import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shownPanels, sizeOf } from '../../scripts/pictures/dashboard/page.js';
import { DASHBOARD, PICTURES, PICTURES_FOLDER } from '../../scripts/pictures/pictures.js';

const LARGEST = 150_000;
const LARGEST_DASHBOARD = 260_000;
const SHOWN = [
  ...Object.entries(PICTURES).map(([name, { viewport }]) => ({ name, size: viewport, largest: LARGEST })),
  { name: DASHBOARD, size: sizeOf(shownPanels()), largest: LARGEST_DASHBOARD },
];
const DOCUMENTS = ['README.md', ...markdownBelow('docs')];

describe('the pictures', () => {
  for (const file of DOCUMENTS) {
    it(`that ${file} shows are there, and have a text instead`, () => {
      for (const [, text, path] of readFileSync(file, 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)) {
        expect(existsSync(join(dirname(file), path!)), path).to.equal(true);
        expect(text, path).not.to.equal('');
      }
    });
  }

  for (const { name, size, largest } of SHOWN) {
    it(`have the size that \`npm run pictures\` gives them, and are small: ${name}`, () => {
      const image = readFileSync(join(PICTURES_FOLDER, name));
      expect(image.toString('latin1', 1, 4)).to.equal('PNG');
      expect({ width: image.readUInt32BE(16), height: image.readUInt32BE(20) }).to.deep.equal(size);
      expect(image.length).to.be.lessThan(largest);
    });
  }
});

function markdownBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}
