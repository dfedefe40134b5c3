import type { Browser, BrowserContext, Page as Tab } from 'playwright-core';
import { until } from '../../support/until.js';
import type { Page } from './proof.js';

/** Of one repository: those with the most images, then with the most links. */
const MOST_PAGES = 6;
/** Of one page. */
const MOST_LINKS = 4;
const WITHIN_MS = 60_000;

/** What was done in a browser. `images`: those of the repository. */
export type Followed = { pages: number; links: number; images: number; faults: string[] };

/** Clicks links of some pages, and looks at all images of theirs. */
export async function followInBrowser(browser: Browser, pages: Iterable<Page>): Promise<Followed> {
  const weight = ({ parts: [first], working }: Page) => 1_000 * (first?.images.length ?? 0) + working.size;
  const chosen = [...pages].sort((one, other) => weight(other) - weight(one)).slice(0, MOST_PAGES);
  const found: Followed = { pages: chosen.length, links: 0, images: 0, faults: [] };
  const context = await browser.newContext();
  try {
    for (const page of chosen) await followPage(context, page, found);
  } finally {
    await context.close();
  }
  return found;
}

async function followPage(context: BrowserContext, page: Page, found: Followed): Promise<void> {
  const tab = await context.newPage();
  tab.setDefaultTimeout(WITHIN_MS);
  // Badges of other servers.
  await tab.route(
    (target) => target.origin !== new URL(page.address).origin,
    (route) => route.abort(),
  );
  await tab.goto(page.address);
  await lookAtImages(tab, page, found);
  await followLinks(tab, page, found);
  await tab.close();
}

async function lookAtImages(tab: Tab, { path }: Page, found: Followed): Promise<void> {
  const images = tab.locator('article img:not([src*=":"])');
  // Those further down the page would wait.
  await images.evaluateAll((all) => all.forEach((image) => image.setAttribute('loading', 'eager')));
  await until(() => images.evaluateAll((all) => all.every((image) => Reflect.get(image, 'complete') === true)));
  const widths = await images.evaluateAll((all) => all.map((image) => Number(Reflect.get(image, 'naturalWidth'))));
  found.images += widths.length;
  for (const [at, width] of widths.entries()) if (width === 0) found.faults.push(`${path}: image ${at} is not shown`);
}

/** Each leads to a page, and a fragment to an element that is in view. */
async function followLinks(tab: Tab, { path, address, working }: Page, found: Followed): Promise<void> {
  const links = [...working].filter((href) => !href.includes('/assets/'));
  for (const to of links.slice(0, MOST_LINKS)) {
    if (tab.url() !== address) await tab.goto(address);
    const click = `[...document.querySelectorAll('article a')].find(({ href }) => href === ${JSON.stringify(to)}).click()`;
    await tab.evaluate(click);
    await tab.waitForURL(({ pathname, searchParams }) => pathname === new URL(to).pathname && !searchParams.has('at'));
    // A link to the page itself loads it anew.
    await tab.locator('article h1').waitFor();
    found.links += 1;
    const hasTarget = `document.querySelector(':target')?.getClientRects().length > 0`;
    const isFound = new URL(to).hash === '' || (await tab.evaluate<boolean>(hasTarget));
    if (!isFound) found.faults.push(`${path}: ${to} is not followed`);
  }
}
