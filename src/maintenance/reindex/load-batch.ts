import { mapConcurrently } from '../../platform/map-concurrently.js';
import { persistently, type Patience } from '../../platform/persistently.js';
import { summarize, type Slot } from '../../domain/version.js';
import { UnreadableObjectError } from '../../log/json-objects.js';
import { slotKey } from '../../log/object-keys.js';
import type { VersionLog } from '../../log/version-log.js';
import type { Entry, IndexRebuild } from '../../ports/index-rebuild.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { helpSource, type Loaded } from './help-source.js';
import { readHighestSlot } from '../shared/read-highest-slot.js';
import type { LoggedDocument } from '../shared/scan-log.js';
import { Strange, type StrangeReport } from '../shared/strange.js';

const READS_AT_ONCE = 24;

export type Loading = {
  store: ObjectStore;
  log: VersionLog;
  rebuild: IndexRebuild;
  patience: Patience;
  /** The old index, if usable. */
  source: string | undefined;
  to: string;
};

export type LoadedBatch = {
  documents: number;
  /** Tombstones among `documents`. */
  deleted: number;
  helped: number;
  strange: StrangeReport;
};

/** Does what `loadBatch` does in another process, and raises the same errors. */
export type LoadHelper = { load(loading: Loading, batch: readonly LoggedDocument[]): Promise<LoadedBatch> };

/** Loads each document's highest slot, tombstones too (rule tombstonesToo): one GET per document. Repeatable. */
export async function loadBatch(loading: Loading, batch: readonly LoggedDocument[]): Promise<LoadedBatch> {
  const { rebuild, patience, to } = loading;
  const strange = new Strange();
  const slots = await mapConcurrently(batch, READS_AT_ONCE, (document) => readJudged(loading, document, strange));
  const found = slots.filter((slot) => slot !== undefined);
  const loaded = await persistently(patience, () => helpSource(loading, found));
  await persistently(patience, () => rebuild.writeIfHigher(to, loaded.flatMap(entriesOf)));
  return {
    documents: loaded.length,
    deleted: loaded.filter(({ head }) => head.deleted).length,
    helped: loaded.filter(({ isHelped }) => isHelped).length,
    strange: strange.report(),
  };
}

/** The newest version takes its summary along; requests restore older summaries. */
function entriesOf({ head, slot }: Loaded): Entry[] {
  const entries: Entry[] = [{ kind: 'head', head }];
  if (slot && !slot.deleted) entries.push({ kind: 'summary', id: head.id, summary: summarize(slot) });
  return entries;
}

/** Undefined: no document, or unreadable. Both are noted. */
async function readJudged(loading: Loading, document: LoggedDocument, strange: Strange): Promise<Slot | undefined> {
  try {
    const slot = await persistently(loading.patience, () => readHighestSlot(loading, document));
    if (!slot || slot.deleted) return slot;
    if (document.lowest !== 1) {
      strange.add('no first version', slotKey(document.id, document.lowest));
      return undefined;
    }
    if (document.slots < document.highest) strange.add('gap in the versions', document.id);
    return slot;
  } catch (error) {
    if (!(error instanceof UnreadableObjectError)) throw error;
    strange.add('unreadable object', slotKey(document.id, document.highest));
    return undefined;
  }
}
