import type { Browser, Page } from 'playwright-core';
import type { Client } from '../../src/client/client.js';

export const PICTURES_FOLDER = 'docs/pictures';
/** The one that is not of a page. */
export const DASHBOARD = 'dashboard.png';

const WIDE = { width: 1280, height: 800 };

/** What is on a picture. `show` returns when all of it is there. */
export type Picture = { path(client: Client): Promise<string> | string; show?(page: Page): Promise<unknown> };

const LONG = 'Handbook/Engineering/incident-response.md';

const idOf = async (client: Client, key: string): Promise<string> => (await client.getDocumentByKey(key)).id;
const viewer = async (client: Client): Promise<string> => `/d/${await idOf(client, LONG)}`;

/** By file name. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  'console-documents.png': { path: () => '/console', show: openFolder },
  'viewer-light.png': { path: viewer, show: (page) => page.getByText('Contents').click() },
};

/** Folders have names in the console once somebody has opened the one above them. */
async function openFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Folders in Handbook' }).click();
  await page.getByRole('link', { name: 'Engineering', exact: true }).click();
  await page.getByRole('heading', { name: 'Engineering' }).waitFor();
  await page.getByRole('link', { name: 'Incident response' }).waitFor();
}

export type Shown = { browser: Browser; url: string; key: string; client: Client };

export async function takePicture({ browser, url, key, client }: Shown, picture: Picture): Promise<Buffer> {
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC', viewport: WIDE });
  // Only the console reads it.
  await page.addInitScript(`sessionStorage.setItem('quire.key', ${JSON.stringify(key)})`);
  await page.goto(`${url}${await picture.path(client)}`);
  await picture.show?.(page);
  await page.mouse.move(0, 0);
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  return image;
}
