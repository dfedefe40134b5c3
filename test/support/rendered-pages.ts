import { PAGE_HEADERS, type ViewerPage } from '../../src/render/page/page-shell.js';
import { pageContent } from '../../src/render/page/page-content.js';
import { planPage } from '../../src/render/page/plan-page.js';
import { renderTemplate } from '../../src/render/page/render-part.js';
import type { ViewedDocument } from '../../src/render/viewed-document.js';
import type { Render } from '../../src/render/worker/render-pool.js';
import { runJob } from '../../src/render/worker/render-jobs.js';

/** With no open link filled in. */
function template(...args: Parameters<typeof renderTemplate>): string {
  return Buffer.from(renderTemplate(...args).bytes).toString();
}

/** One part of a document, from 1. */
export function renderPage(document: ViewedDocument, part = 1, isPlain = false): ViewerPage {
  const content = pageContent(document);
  return { html: template(content, planPage(content), { part, isPlain }), headers: PAGE_HEADERS };
}

/** The HTML of all parts of a document, in order. */
export function renderAll(document: ViewedDocument, isPlain = false): string[] {
  const content = pageContent(document);
  const plan = planPage(content);
  return Array.from({ length: plan.parts }, (_, at) => template(content, plan, { part: at + 1, isPlain }));
}

/** Makes everything at once, without a thread. */
export const renderHere: Render = async (_asker, job) => runJob(job);
