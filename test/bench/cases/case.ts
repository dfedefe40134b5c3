import type { Bench } from '../bench.js';
import type { Row } from '../report/row.js';

/** A family of measurements. */
export type Case = {
  /** As `--only` takes it. */
  name: string;
  /** Raises an error where something is wrong with what is measured. */
  run(bench: Bench): Promise<Row[]>;
};

/** Where nothing else is said. */
export const CLIENTS = 16;
