// Slow: writes a thousand documents, or 100,000 if thorough.
import { expect } from 'chai';
import { rounds } from '../support/rounds.js';
import { describeConsole, expectNoFaults, rowLink, type Visit } from './support/suite.js';

const FOLDERS = 20;
const DOCUMENTS = rounds(1_000, 100_000);
/** All of them begin alike, up to the last key, which begins no other word. */
const FOUND = Array.from('acdefgh', (letter) => `beacon ${letter}`);
const SETUP_MS = rounds(120_000, 1_200_000);
/** After the last key. The console waits for 30 ms of them. Where there are few documents, other tests run beside. */
const WITHIN_MS = rounds(400, 130);
const WORDS = ['harbour', 'lantern', 'meadow', 'orchard', 'quarry', 'river', 'saddle', 'timber'];

describeConsole('very many documents', ({ visit }) => {
  it('are listed, found while somebody types, and moved', async function () {
    this.timeout(SETUP_MS);
    const visited = await visit();
    const { page, url } = visited;
    await plant(visited);
    await page.goto(`${url}/console#/documents`);
    await page.reload();
    await rowLink(page, 'harbour 00000').waitFor();

    const waits: number[] = [];
    for (const title of FOUND) waits.push(await timeToFind(page, title));
    expect(Math.min(...waits), waits.map(Math.round).join(', ')).to.be.below(WITHIN_MS);

    await page.goto(`${url}/console#/documents`);
    await page.getByRole('button', { name: 'Move “harbour 00000”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Part 07', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved to Part 07').waitFor();
    expectNoFaults(visited);
  });
});

/** Titles are a word and the number of the document. */
async function plant({ client }: Visit): Promise<void> {
  const folders = await Promise.all(
    Array.from({ length: FOLDERS }, (_, n) => client.createFolder({ name: `Part ${String(n).padStart(2, '0')}` })),
  );
  function* writes() {
    for (let n = 0; n < DOCUMENTS; n++) {
      const title = FOUND[n - 100] ?? `${WORDS[n % WORDS.length]} ${String(n).padStart(5, '0')}`;
      const folder = folders[n % FOLDERS] as (typeof folders)[0];
      const document = {
        title,
        folder_id: folder.id,
        blocks: [{ type: 'paragraph' as const, content: `Of ${title}.` }],
      };
      yield { op: 'create' as const, document };
    }
  }
  for await (const { status } of client.bulk(writes())) expect(status).to.equal(201);
}

/** From the last key until the row is there, in milliseconds, by the clock of the page. */
async function timeToFind(page: Visit['page'], title: string): Promise<number> {
  await page.locator('body').press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(title.slice(0, -1));
  await rowLink(page, title).waitFor();
  // Set up before the key goes to the browser.
  await page.evaluate(`window.shown = new Promise((resolve) => {
    let typed;
    addEventListener('keydown', () => (typed ??= performance.now()), { capture: true });
    const look = () => {
      const rows = [...document.querySelectorAll('main li')].map((row) => row.textContent);
      const isThere = rows.length === 1 && rows[0].includes(${JSON.stringify(title)});
      if (typed !== undefined && isThere) resolve(performance.now() - typed);
      else requestAnimationFrame(look);
    };
    look();
  }); 0`);
  await page.keyboard.type(title.slice(-1));
  return page.evaluate<number>('window.shown');
}
