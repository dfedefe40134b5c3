import type { ViewerPage } from '../../src/viewer/page-shell.js';
import { planPage, type PagePlan } from '../../src/viewer/plan-page.js';
import { renderPart } from '../../src/viewer/render-part.js';
import type { ViewedDocument } from '../../src/viewer/viewed-document.js';

/** Runs a rendering to its end. */
export function finish<T>(rendering: Generator<void, T>): T {
  for (;;) {
    const step = rendering.next();
    if (step.done === true) return step.value;
  }
}

export function planOf(document: ViewedDocument): PagePlan {
  return finish(planPage(document));
}

/** One part of a document, from 1. */
export function renderPage(document: ViewedDocument, part = 1): ViewerPage {
  return finish(renderPart(document, planOf(document), part));
}

/** The HTML of all parts of a document, in order. */
export function renderAll(document: ViewedDocument): string[] {
  const plan = planOf(document);
  return Array.from({ length: plan.parts }, (_, at) => finish(renderPart(document, plan, at + 1)).html);
}
