import { documentIdOf, type Slot } from '../domain/version.js';
import type { GenerationRecord } from '../log/generation-record.js';
import { IndexMarkRecords } from '../log/index-mark-records.js';
import { IndexWatch } from '../consistency/index-watch.js';
import { MarkWriter } from '../consistency/mark-writer.js';
import type { Backends } from './backends.js';
import type { ServiceEvents } from './service-events.js';

type Watched = { backends: Backends; generation: GenerationRecord; events: ServiceEvents };

export type Marks = ReturnType<typeof watchMarks>;

/** Marks the newest write of this process in the log, and compares the index with all marks. */
export function watchMarks({ backends, generation, events }: Watched) {
  const records = new IndexMarkRecords(backends.store);
  const writer = new MarkWriter({ write: (mark) => records.write(mark), onFailure: events.notMarked });
  const watch = new IndexWatch({
    index: backends.index,
    store: backends.store,
    generation,
    records,
    onChange: events.indexRolledBack,
    // A rebuild also makes heads of creates whose process died before, which no count has.
    onReplaced: async (carried) => {
      await backends.counters.renewQuotas();
      events.indexReplaced(carried);
    },
    onFault: events.indexNotCompared,
  });
  return {
    watch,
    note: (slot: Slot) => {
      const mark = { id: documentIdOf(slot), version: slot.version, writeId: slot.writeId };
      watch.note(mark);
      writer.note(mark);
    },
    close: async () => {
      await Promise.all([watch.stop(), writer.close()]);
    },
  };
}
