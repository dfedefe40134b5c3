import type { Page } from '../../src/viewer/page-shell.js';
import { planPage } from '../../src/viewer/plan-page.js';
import { renderPart } from '../../src/viewer/render-part.js';
import type { ViewedDocument } from '../../src/viewer/viewed-document.js';

/** Runs a rendering to its end. */
export function finish(rendering: Generator<void, Page>): Page {
  for (;;) {
    const step = rendering.next();
    if (step.done === true) return step.value;
  }
}

/** One part of a document, from 1. */
export function renderPage(document: ViewedDocument, part = 1): Page {
  return finish(renderPart(document, planPage(document), part));
}

/** The HTML of all parts of a document, in order. */
export function renderAll(document: ViewedDocument): string[] {
  const plan = planPage(document);
  return Array.from({ length: plan.parts }, (_, at) => finish(renderPart(document, plan, at + 1)).html);
}
