import { expect } from 'chai';
import type { makeClient } from '../support/opensearch-client.js';
import { fold } from '../../src/domain/fold.js';
import { describeCluster } from '../support/backends.js';
import { openSearchUnderTest, type OpenSearchUnderTest } from './opensearch-index.js';

/** `_analyze` takes a list of texts, and answers at most 10,000 tokens. */
const TEXTS_PER_REQUEST = 8_000;
const LAST_CODE_POINT = 0x10ffff;
const ASSIGNED = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}\p{Co}]$/u;

describeCluster('the folding of titles', () => {
  let backends: OpenSearchUnderTest;

  before(() => {
    backends = openSearchUnderTest();
  });
  after(() => backends.dispose());

  it("is left as it is by OpenSearch's own `lowercase`, for every assigned code point", async () => {
    const folded = [...new Set(assignedCharacters().map(fold))];
    expect(folded.length).to.be.greaterThan(250_000);
    for (let start = 0; start < folded.length; start += TEXTS_PER_REQUEST) {
      const texts = folded.slice(start, start + TEXTS_PER_REQUEST);
      const lowered = await lowercased(backends.client, texts);
      const changed = texts.filter((text, i) => text !== lowered[i]);
      expect(changed.map(codePointsOf)).to.deep.equal([]);
    }
  }).timeout(120_000);

  it('does what `lowercase` alone does not: it joins ß and ẞ, and the final sigma', async () => {
    expect(await lowercased(backends.client, ['STRASSE', 'Straße', 'ΟΔΌς'])).to.deep.equal([
      'strasse',
      'straße',
      'οδός',
    ]);
    expect(['STRASSE', 'Straße', 'ΟΔΌς'].map(fold)).to.deep.equal(['strasse', 'strasse', 'οδόσ']);
  });
});

function assignedCharacters(): string[] {
  const characters: string[] = [];
  for (let codePoint = 0; codePoint <= LAST_CODE_POINT; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (ASSIGNED.test(character)) characters.push(character);
  }
  return characters;
}

/** One token per text: the keyword tokenizer takes each as a whole. */
async function lowercased(client: ReturnType<typeof makeClient>, texts: string[]): Promise<string[]> {
  const { body } = await client.indices.analyze({ body: { tokenizer: 'keyword', filter: ['lowercase'], text: texts } });
  return (body.tokens ?? []).map(({ token }) => token);
}

function codePointsOf(text: string): string {
  return [...text].map((character) => `U+${character.codePointAt(0)?.toString(16)}`).join(' ');
}
