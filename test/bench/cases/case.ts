import type { Bench } from '../bench.js';
import type { Row } from '../report/row.js';

/** A family of measurements. */
export type Case = {
  /** As `--only` takes it. */
  name: string;
  /** It says how, not how fast: a quick bench has it where it is asked for by name. */
  isAside?: true;
  /** Raises an error where something is wrong with what is measured. */
  run(bench: Bench): Promise<Row[]>;
};

/** Where nothing else is said. */
export const CLIENTS = 16;
