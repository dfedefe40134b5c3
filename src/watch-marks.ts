import type { Slot } from './domain/version.js';
import type { GenerationRecord } from './log/generation-record.js';
import { IndexMarkRecords } from './log/index-mark-records.js';
import { type Logger, describeError } from './observability/logger.js';
import { IndexWatch, SET_BACK } from './consistency/index-watch.js';
import { MarkWriter } from './consistency/mark-writer.js';
import type { Backends } from './backends.js';

type Watched = { backends: Backends; generation: GenerationRecord; logger: Logger };

export type Marks = ReturnType<typeof watchMarks>;

/** Marks the newest write of this process in the log, and compares the index with all marks. */
export function watchMarks({ backends, generation, logger }: Watched) {
  const records = new IndexMarkRecords(backends.store);
  const writer = new MarkWriter({
    write: (mark) => records.write(mark),
    onFailure: (error) => logger.warn({ cause: describeError(error) }, 'the mark of the newest write was not written'),
  });
  const watch = new IndexWatch({
    index: backends.index,
    store: backends.store,
    generation,
    records,
    onChange: (lacks) => {
      if (lacks) logger.error({ document: lacks.id, version: lacks.version }, SET_BACK);
      else logger.info('the index has every write again that it is known to need');
    },
    // A rebuild also makes heads of creates whose process died before, which no count has.
    onReplaced: () => backends.counters.renewQuotas(),
    onFault: (error) => logger.error({ cause: describeError(error) }, 'the age of the index was not judged'),
  });
  return {
    watch,
    note: (slot: Slot) => {
      const mark = { id: slot.deleted ? slot.id : slot.document.id, version: slot.version, writeId: slot.writeId };
      watch.note(mark);
      writer.note(mark);
    },
    close: async () => {
      await Promise.all([watch.stop(), writer.close()]);
    },
  };
}
