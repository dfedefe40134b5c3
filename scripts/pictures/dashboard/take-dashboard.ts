import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { startPrometheus, type Prometheus } from '../../monitoring/prometheus.js';
import { startShownService, type ShownService } from '../shown-service.js';
import { answersTo } from './answers.js';
import { chartOf } from './chart.js';
import { prepareLoad } from './load.js';
import { pageOf, shownPanels, sizeOf, type FilledPanel } from './page.js';

const LIBRARY = 'node_modules/uplot/dist';
const SHOWN_SECONDS = 60;
/** The first rates that are shown need some before them. */
const SCRAPES = SHOWN_SECONDS + 15;
const PAUSE_MS = 25;
/** Several times what it takes. */
const MOST_TURNS = 20_000;

/** The upper part of the dashboard, filled with the answers of a Prometheus that has scraped a service under load. */
export async function takeDashboard(browser: Browser): Promise<Buffer> {
  // Routes that other pictures have used would be in the legends.
  const service = await startShownService();
  try {
    const prometheus = await startPrometheus(service.metricsPort);
    return await takeOf(browser, service, prometheus).finally(() => prometheus.stop());
  } finally {
    await service.close();
  }
}

async function takeOf(browser: Browser, service: ShownService, prometheus: Prometheus): Promise<Buffer> {
  await loadUntilScraped(service, prometheus);
  const now = Math.floor(Date.now() / 1_000);
  const seconds = Array.from({ length: SHOWN_SECONDS + 1 }, (_, n) => now - SHOWN_SECONDS + n);
  const filled = shownPanels().map(async (panel) => ({ panel, series: await answersTo(panel, prometheus, seconds) }));
  return draw(browser, await Promise.all(filled), seconds);
}

async function loadUntilScraped(service: ShownService, { ask }: Prometheus): Promise<void> {
  const load = await prepareLoad(service);
  const scrapes = async () => {
    const query = 'query?query=count_over_time(up[1h])';
    const { result } = await ask<{ result: { value: [number, string] }[] }>(query);
    return Number(result[0]?.value[1] ?? 0);
  };
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    if ((await scrapes()) >= SCRAPES) return;
    await load(turn);
    await delay(PAUSE_MS);
  }
  throw new Error('Prometheus does not scrape the service');
}

async function draw(browser: Browser, filled: readonly FilledPanel[], seconds: readonly number[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: sizeOf(filled.map(({ panel }) => panel)) });
  await page.setContent(pageOf(filled));
  await page.addStyleTag({ path: `${LIBRARY}/uPlot.min.css` });
  await page.addScriptTag({ path: `${LIBRARY}/uPlot.iife.min.js` });
  const charts = filled
    .filter(({ panel, series }) => panel.type === 'timeseries' && series.length > 0)
    .map(({ panel, series }) => ({ id: panel.id, ...chartOf(panel, seconds, series) }));
  await page.evaluate(`for (const { id, options, data } of ${JSON.stringify(charts)}) {
    const place = document.getElementById(id);
    new uPlot({ ...options, width: place.clientWidth, height: place.clientHeight }, data, place);
  }`);
  const image = await page.screenshot({ animations: 'disabled' });
  await page.close();
  return image;
}
