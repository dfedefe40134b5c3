// Slow: has many files of 10 MB converted.
/** One owner's flood of files that are dear to convert, beside the files of another one. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { exchange, type Received } from '../http/exchange.js';
import { embeddedStorage } from '../support/modes.js';
import { DEAREST_TEXTS } from '../unit/markdown/dear-texts.js';
import { HostileTarget } from './support/target.js';

const TEST_MS = 240_000;
/** More than the one thread converts while the last one waits, on a fast machine too. */
const FLOOD = 120;
const OTHER_FILES = 3;
const MOST_TRIES = 10;
const LARGE = 1_000_000;
/** A second each. Some of the others are refused where they are large. */
const TAKEN = DEAREST_TEXTS.slice(0, 3);
/** Of the flood, while another owner waits for a turn: the one under way, and one between two turns. */
const MOST_BETWEEN = 2;
/** Not short enough for the main thread. */
const OTHERS = `# Ordinary\n\n${'A *paragraph* of words.\n\n'.repeat(1_000)}`;

describe('hostile: files that wait for their conversion', function () {
  this.timeout(TEST_MS);
  let target: HostileTarget;
  before(async () => {
    target = await HostileTarget.start(await embeddedStorage());
  });
  after(() => target.dispose());

  const pathOf = (name: string) => `/v1/documents/by-key/${name}`;
  const put = (key: string, name: string, body: string) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'text/markdown', 'Content-Length': Buffer.byteLength(body) };
    return exchange(target.url, { method: 'PUT', path: `${pathOf(name)}?visibility=public`, headers, body });
  };
  const textOf = (n: number) => {
    const [, dear] = TAKEN[n % TAKEN.length]!;
    return `---\ndraft: true\nn: ${n}\n---\n${dear(LARGE / 4).slice(0, LARGE)}`;
  };

  it('are stored whole or not at all, are private, and hold up no other owner', async () => {
    const [flooding, other] = [await target.key(), await target.key()];
    const texts = Array.from({ length: FLOOD }, (_, n) => textOf(n));
    let converted = 0;
    const flood = texts.map(async (text, n) => {
      const answer = await put(flooding, `flood/${n}`, text);
      if (answer.status === 201) converted++;
      return answer;
    });
    for (let n = 0; n < OTHER_FILES; n++) {
      const before = converted;
      let answer: Received | undefined;
      let tries = 0;
      // Where the machine is busy, one conversion may take longer than anybody waits.
      while (answer?.status !== 201 && ++tries < MOST_TRIES) answer = await put(other, `other/${n}`, OTHERS);
      expect(answer?.status).to.equal(201);
      expect(converted - before).to.be.at.most(MOST_BETWEEN * tries);
    }
    const counts = { 201: 0, 503: 0 };
    for (const [n, { status, headers, text }] of (await Promise.all(flood)).entries()) {
      expect(status, text.slice(0, 200)).to.be.oneOf([201, 503]);
      counts[status as 201 | 503]++;
      const found = await target.get(pathOf(`flood/${n}`), { 'X-API-Key': flooding });
      if (status === 503) {
        expect(headers).to.have.property('retry-after');
        expect(found.status, `${n} was refused: ${text}`).to.equal(404);
      } else {
        const { id, source } = JSON.parse(found.text) as { id: string; source: { sha256: string } };
        expect(source.sha256).to.equal(createHash('sha256').update(texts[n]!).digest('hex'));
        expect((await target.get(`/d/${id}`)).status).to.equal(404);
      }
    }
    expect(counts[201], 'converted').to.be.above(0);
    expect(counts[503], 'refused').to.be.above(0);
  });
});
