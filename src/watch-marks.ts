import { documentIdOf, type Slot } from './domain/version.js';
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
    onFailure: (error) => logger.warn({ cause: describeError(error) }, 'newest write not recorded in index-marks/'),
  });
  const watch = new IndexWatch({
    index: backends.index,
    store: backends.store,
    generation,
    records,
    onChange: (lacks) => {
      if (lacks) logger.error({ document: lacks.id, version: lacks.version }, SET_BACK);
      else logger.info('index complete again: it has every write recorded in index-marks/');
    },
    // A rebuild also makes heads of creates whose process died before, which no count has.
    onReplaced: async (carried) => {
      await backends.counters.renewQuotas();
      logger.info({ generation: carried }, 'index replaced');
    },
    onFault: (error) => logger.error({ cause: describeError(error) }, 'index not compared with index-marks/'),
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
