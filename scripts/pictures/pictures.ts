import type { Browser, Page } from 'playwright-core';
import type { Client } from '../../src/client/client.js';
import { START } from '../demo/handbook.js';

export const PICTURES_FOLDER = 'docs/pictures';
/** The one that is not of a page. */
export const DASHBOARD = 'dashboard.png';

const WIDE = { width: 1280, height: 800 };
const HIGH = { width: 1280, height: 1080 };
const NARROW = { width: 390, height: 844 };

/** What is on a picture. `show` returns when all of it is there. */
export type Picture = {
  path(client: Client): Promise<string> | string;
  size?: typeof WIDE;
  isDark?: boolean;
  show?(page: Page): Promise<unknown>;
};

const idOf = async (client: Client, key: string): Promise<string> => (await client.getDocumentByKey(key)).id;
const viewer = (key: string) => async (client: Client) => `/d/${await idOf(client, key)}`;

/** By file name. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  'console-documents.png': { path: () => '/console', show: openFolder },
  'viewer-light.png': { path: viewer(START), size: HIGH },
  'viewer-dark.png': { path: viewer('Handbook/Engineering/incident-response.md'), isDark: true },
  'viewer-narrow.png': { path: viewer('Reports/2026/second-quarter.md'), size: NARROW },
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
  const { size = WIDE, isDark = false } = picture;
  const colorScheme = isDark ? 'dark' : 'light';
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC', viewport: size, colorScheme });
  // Only the console reads it.
  await page.addInitScript(`sessionStorage.setItem('quire.key', ${JSON.stringify(key)})`);
  await page.goto(`${url}${await picture.path(client)}`);
  await picture.show?.(page);
  await page.mouse.move(0, 0);
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  return image;
}
