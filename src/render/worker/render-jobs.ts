import { NamedPlaces } from '../../domain/content/anchors.js';
import { compareVersions } from '../../domain/diff/compare-versions.js';
import { pageContent } from '../page/page-content.js';
import { planPage } from '../page/plan-page.js';
import { renderTemplate } from '../page/render-part.js';
import { partAddress, written, type OpenLinks } from '../safety/page-links.js';
import type { ViewedDocument } from '../viewed-document.js';
import { diffJson } from './diff-json.js';
import { fileText, versionText, type FileKind } from './document-files.js';
import { received, type SentVersion } from './sent-version.js';

/**
 * `part`: from 1; of a part that there is not, only the number of parts is told. `isPlain`: as in `WantedPart`.
 * `place`: the address of the place that a fragment names, relative to that of the document. Empty: there is none.
 */
export type RenderJob =
  | { kind: 'page'; document: ViewedDocument; part: number; isPlain: boolean }
  | { kind: 'place'; document: ViewedDocument; fragment: string }
  | { kind: 'file'; document: ViewedDocument; file: FileKind; createdAt: string }
  | { kind: 'text'; version: SentVersion }
  | { kind: 'diff'; from: SentVersion; to: SentVersion };

/**
 * `parts`: of the document, where the job is about a page. `bytes`: UTF-8; of a part that there is not: none. `open`:
 * its links that are.
 */
export type Rendered = { bytes: Uint8Array<ArrayBuffer>; parts: number; open?: OpenLinks | undefined };

const encoder = new TextEncoder();

export function runJob(job: RenderJob): Rendered {
  switch (job.kind) {
    case 'page': {
      const content = pageContent(job.document);
      const plan = planPage(content);
      const { parts } = plan;
      const isThere = job.part >= 1 && job.part <= parts;
      return isThere ? { ...renderTemplate(content, plan, job), parts } : { bytes: new Uint8Array(), parts };
    }
    case 'place': {
      const content = pageContent(job.document);
      const place = new NamedPlaces(planPage(content).nameParts).find(job.fragment);
      const address = place ? `${partAddress(content.id, place.part)}#${written(place.name)}` : '';
      return { bytes: encoder.encode(address), parts: 1 };
    }
    case 'file':
      return { bytes: encoder.encode(fileText(job.file, job.document, job.createdAt)), parts: 1 };
    case 'text':
      return { bytes: encoder.encode(versionText(received(job.version))), parts: 1 };
    case 'diff': {
      const versions = { from: received(job.from), to: received(job.to) };
      return { bytes: finish(diffJson(versions, finish(compareVersions(versions.from, versions.to)))), parts: 1 };
    }
  }
}

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
