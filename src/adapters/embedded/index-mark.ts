import type { RootDatabase } from 'lmdb';
import { randomBase62 } from '../../domain/base62.js';

/** `environment` is the part of a revision that names this very index: another one never answers to it. */
export type IndexMark = { generation: string; environment: string };

const GENERATION = Buffer.from('+generation');
const ENVIRONMENT = Buffer.from('+environment');

export function readMark(root: RootDatabase<string, Buffer>): IndexMark | undefined {
  const [generation, environment] = [root.get(GENERATION), root.get(ENVIRONMENT)];
  return generation === undefined || environment === undefined ? undefined : { generation, environment };
}

/** Inside a transaction. */
export function newMark(root: RootDatabase<string, Buffer>, generation: string): IndexMark {
  const environment = randomBase62(22);
  void root.put(GENERATION, generation);
  void root.put(ENVIRONMENT, environment);
  return { generation, environment };
}
