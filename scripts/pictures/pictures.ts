import type { Browser, BrowserContextOptions, Page, ViewportSize } from 'playwright-core';
import type { Client } from '../../src/client/client.js';

export const PICTURES_FOLDER = 'docs/pictures';
/** The one that is not of a page. */
export const DASHBOARD = 'dashboard.png';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** What is on a picture. `show` returns when all of it is there. */
export type Picture = {
  viewport: ViewportSize;
  browsing?: BrowserContextOptions;
  path(client: Client): Promise<string> | string;
  show?(page: Page, client: Client): Promise<unknown>;
};

const LONG = 'Handbook/Engineering/Incident response';
const REVISED = 'Handbook/Engineering/Releases';

const idOf = async (client: Client, key: string): Promise<string> => (await client.getDocumentByKey(key)).id;
const viewer = async (client: Client): Promise<string> => `/d/${await idOf(client, LONG)}`;

/** By file name. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  'front.png': { viewport: WIDE, path: () => '/' },
  'docs.png': { viewport: WIDE, path: () => '/docs', show: (page) => scrollTo(page, 'createFolder') },
  'console-documents.png': { viewport: WIDE, path: () => '/console', show: openFolder },
  'console-compare.png': {
    viewport: WIDE,
    path: () => '/console',
    show: async (page, client) => {
      await openFolder(page);
      await goTo(page, `#/documents/${await idOf(client, REVISED)}/compare/2/3`);
      await page.getByRole('table').waitFor();
    },
  },
  'console-edit.png': {
    viewport: WIDE,
    path: () => '/console',
    show: async (page, client) => {
      await openFolder(page);
      await goTo(page, `#/documents/${await idOf(client, LONG)}/edit`);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.frameLocator('iframe').getByRole('heading', { name: 'Incident response' }).waitFor();
    },
  },
  'viewer-light.png': { viewport: WIDE, path: viewer, show: (page) => page.getByText('Contents').click() },
  'viewer-dark.png': {
    viewport: WIDE,
    browsing: { colorScheme: 'dark' },
    path: viewer,
    show: (page) => scrollTo(page, 'how-severe-is-it'),
  },
  'viewer-narrow.png': { viewport: NARROW, browsing: { isMobile: true, hasTouch: true }, path: viewer },
};

/** Folders have names in the console once somebody has opened the one above them. */
async function openFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Folders in Handbook' }).click();
  await page.getByRole('link', { name: 'Engineering', exact: true }).click();
  await page.getByRole('heading', { name: 'Engineering' }).waitFor();
  await page.getByRole('link', { name: 'Incident response' }).waitFor();
}

async function scrollTo(page: Page, id: string): Promise<void> {
  await page.evaluate(`document.getElementById(${JSON.stringify(id)}).scrollIntoView(); scrollBy(0, -32)`);
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

export type Shown = { browser: Browser; url: string; key: string; client: Client };

export async function takePicture({ browser, url, key, client }: Shown, picture: Picture): Promise<Buffer> {
  const { viewport, browsing } = picture;
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC', viewport, ...browsing });
  // Only the console reads it.
  await page.addInitScript(`sessionStorage.setItem('quire.key', ${JSON.stringify(key)})`);
  await page.goto(`${url}${await picture.path(client)}`);
  await picture.show?.(page, client);
  await page.mouse.move(0, 0);
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  return image;
}
