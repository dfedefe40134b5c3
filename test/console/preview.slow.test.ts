// Slow: opens a page of Chromium for each test.
import { expect } from 'chai';
import { describeConsole, expectNoFaults, type Visit } from './support/suite.js';

/** Both frames are wide enough for the same rules. */
const WIDE = { width: 1_600, height: 900 };

const VARIED = `# Part

Some \`code\`, *words* and [a link](https://a.example/).

> A quote.
>
> > A quote in it, of two paragraphs.
> >
> > The second.
>
> - a list in it

## Deeper

- one
- two
  - two point one
    1. deep

       With a paragraph.

       > A quote in a list.

1. first

2. second

| a | b |
|---|--:|
| 1 | 2 |

---

Last words.
`;

describeConsole('the preview', ({ visit }) => {
  it('shows Markdown in the preview with the elements and the looks of the viewer', async () => {
    const visited = await visit({ browsing: { viewport: WIDE } });
    const { page, client, url } = visited;
    const { id } = await client.createDocument({ markdown: `---\ntitle: Varied\n---\n\n${VARIED}` });
    await page.goto(`${url}/console#/documents/${id}`);
    const viewed = await looksOf(page, 'iframe');
    await page.goto(`${url}/console#/documents/${id}/edit`);
    await page.getByRole('button', { name: 'Preview' }).click();
    expect(viewed).to.have.length.greaterThan(30);
    expect(await looksOf(page, 'iframe[title=Preview]')).to.deep.equal(viewed);
    const heightOf = async (element: string) => (await page.locator(element).boundingBox())?.height;
    expect(await heightOf('iframe[title=Preview]')).to.equal(await heightOf('textarea'));
    expectNoFaults(visited);
  });
});

/** The elements below the title in a frame, each with what places and colours it. */
async function looksOf(page: Visit['page'], frame: string): Promise<string[]> {
  const last = page.frameLocator(frame).getByText('Last words.');
  await last.waitFor();
  return last.evaluate(`[...document.querySelectorAll('h1 ~ *, h1 ~ * *')].map((element) => {
    const style = getComputedStyle(element);
    const names = ['margin', 'padding', 'border', 'fontSize', 'lineHeight', 'color', 'listStyleType', 'textAlign'];
    return [element.localName, ...names.map((name) => style[name])].join(' ');
  })`);
}
