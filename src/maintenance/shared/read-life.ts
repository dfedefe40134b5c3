import type { KeyLife } from '../../domain/document-key.js';
import { unreadableAs } from '../../log/json-objects.js';
import type { KeyLog } from '../../log/key-log.js';
import type { LoggedKey } from './scan-log.js';

/** gc removes lower lives only, so a life that vanished has a higher one. */
const LOOKS = 3;

/** The highest life listed, or a higher one if it vanished. Undefined: nothing is left. */
export async function readHighestLife(
  log: KeyLog,
  { name, highest }: Omit<LoggedKey, 'lower'>,
): Promise<KeyLife | 'unreadable' | undefined> {
  let life = highest;
  for (let look = 1; life > 0 && look <= LOOKS; look++) {
    const found = await log.read(name, life).catch(unreadableAs('unreadable'));
    if (found) return found;
    life = await findHighest(log, name);
  }
  return undefined;
}

async function findHighest(log: KeyLog, name: string): Promise<number> {
  let highest = 0;
  for await (const life of log.lives(name)) highest = life;
  return highest;
}
