import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createClient, type Client } from '../../../src/client/client.js';
import { afterAllTests } from '../../support/backends.js';
import { issueKey, type KeyOptions } from '../../support/issue-key.js';
import { embeddedStorage } from '../../support/modes.js';
import { startPrepared, type Api } from '../../http/suite.js';
import { chromiumOfTests } from './chromium.js';

/** For a machine that is busy with other work. */
const WITHIN_MS = 30_000;

/** A tab, and the client of a new owner, whose key it may sign in with. */
export type Visit = {
  page: Page;
  url: string;
  key: string;
  client: Client;
  /** What the page did that no page of the console does: errors, dialogs, and requests that leave the service. */
  faults: readonly string[];
};

type VisitOptions = { hash?: string; keyOptions?: KeyOptions; signIn?: boolean; browsing?: BrowserContextOptions };

export type Visitor = {
  /** Opens the console signed in, unless `signIn` is false. `hash`: what it shows. */
  visit(options?: VisitOptions): Promise<Visit>;
  /** To be used in a hook or a test. */
  browser(): Browser;
};

let browser: Promise<Browser | undefined> | undefined;
let shared: Promise<Api> | undefined;

/** Facts about the console of a service that all such suites share. They are skipped where there is no Chromium. */
export function describeConsole(title: string, facts: (visitor: Visitor) => void): void {
  describe(`console: ${title}`, () => {
    const contexts: BrowserContext[] = [];
    let started: { api: Api; browser: Browser } | undefined;
    before(async function () {
      const found = await sharedBrowser();
      if (!found) return this.skip();
      started = { browser: found, api: await sharedApi() };
    });
    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    });
    const now = () => {
      if (!started) throw new Error('the browser does not run yet: use it in a hook or a test');
      return started;
    };
    facts({
      browser: () => now().browser,
      visit: async ({ hash = '#/', keyOptions, signIn = true, browsing } = {}) => {
        const context = await now().browser.newContext(browsing);
        contexts.push(context);
        const visit = await open(context, now().api, keyOptions);
        await visit.page.goto(`${visit.url}/console${hash}`);
        if (signIn) await signInto(visit);
        return visit;
      },
    });
  });
}

function sharedBrowser(): Promise<Browser | undefined> {
  if (browser) return browser;
  const starting = chromiumOfTests();
  browser = starting;
  afterAllTests(async () => {
    browser = undefined;
    await (await starting)?.close();
  });
  return starting;
}

function sharedApi(): Promise<Api> {
  if (shared) return shared;
  const starting = embeddedStorage().then(startPrepared);
  shared = starting;
  afterAllTests(async () => {
    shared = undefined;
    await (await starting).close();
  });
  return starting;
}

export async function open(
  context: BrowserContext,
  api: Pick<Api, 'url' | 'storage'>,
  keyOptions?: KeyOptions,
): Promise<Visit> {
  const { url, storage } = api;
  const key = await issueKey(storage.env, keyOptions);
  const page = await context.newPage();
  const faults = watch(page);
  // What a policy blocks does not come this far.
  await context.route(
    (target) => target.origin !== url,
    async (route) => {
      faults.push(`${route.request().resourceType()}: ${route.request().url()}`);
      await route.abort();
    },
  );
  page.setDefaultTimeout(WITHIN_MS);
  return { page, url, key, client: createClient({ url, apiKey: key }), faults };
}

export async function signInto({ page, key }: Visit): Promise<void> {
  await page.getByLabel('Your API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.shell').waitFor();
  // A test may reload at once or hold requests: none of the first view is on its way then.
  await page.locator('.folders .loading').first().waitFor({ state: 'detached' });
}

function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return faults;
}

export function expectNoFaults({ faults }: Visit): void {
  expect(faults).to.deep.equal([]);
}

export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

export async function makeDocuments({ client }: Pick<Visit, 'client'>): Promise<{ folder: string }> {
  const { id: folder } = await client.createFolder({ name: 'Coast' });
  await client.createDocument({ title: 'Harbour map', folder_id: folder, blocks: [] });
  await client.createDocument({ title: 'Harbour log', metadata: { tags: ['sea'] }, blocks: [] });
  await client.createDocument({ title: 'Boats', metadata: { tags: ['sea'] }, blocks: [] });
  return { folder };
}

/** The link of a row of the list, by its whole text. */
export function rowLink(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('listitem').getByRole('link', { name, exact: true });
}
