import type { LivingHead } from '../../../src/domain/head.js';
import { rootFolderId } from '../../../src/domain/ids.js';
import { livingHead } from '../../support/factories.js';

/** What a traced process did. Its number says what it wrote. */
export type Deed = { number: number; kind: 'install' | 'create' | 'put' | 'remove' | 'head'; key: string };

/** `began`, `ended`: steps of the trace. Without `outcome` it had not been answered. */
export type TracedDeed = Deed & { began: number; ended: number; outcome?: string };

export const GENERATION = 'generation-1';
export const OWNERS = Array.from({ length: 8 }, (_, lane) => `owner-${lane}`);

/** Some need pages of their own in the file, some many. */
export function bodyOf(number: number): string {
  const characters = number % 8 === 0 ? 80_000 : number % 4 === 0 ? 9_000 : 200;
  return `written by ${number} `.padEnd(characters, `${number},`);
}

/** Always the same for the same deed. */
export function headOf({ number, key: id }: Pick<Deed, 'number' | 'key'>, owner: string): LivingHead {
  const metadata = bodyOf(number).slice(0, 5_000);
  return livingHead({ id, owner, folderId: rootFolderId(owner), title: `Title ${number}`, metadata });
}
