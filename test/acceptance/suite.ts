import type { Client } from '../http/client.js';
import { makeClient } from './client.js';
import { target, type KeyName } from './target.js';

export type Callers<K extends KeyName> = Record<K, Client>;

let told = false;

function tellOnce(): void {
  if (told) return;
  told = true;
  describe('acceptance', () => {
    it('needs BASE and KEYS');
  });
}

/**
 * A group of facts and the callers that it needs. Registers one pending test where a caller's key is not
 * given, and one for all files together where there is no service to ask.
 */
export function suite<K extends KeyName>(
  name: string,
  needs: readonly K[],
  facts: (callers: Callers<K>) => void,
): void {
  if (!target) return tellOnce();
  const { keys } = target;
  const missing = needs.filter((need) => keys[need] === undefined);
  describe(`acceptance: ${name}`, function () {
    this.timeout(30_000);
    if (missing.length > 0) {
      it(`needs in KEYS: ${missing.join(', ')}`);
      return;
    }
    const callers = needs.map((need) => [need, makeClient(keys[need])] as const);
    facts(Object.fromEntries(callers) as Callers<K>);
  });
}
