import { exchange } from '../../http/exchange.js';
import type { Attack } from './attacks.js';

const AT_ONCE = 64;
const FLOOD_MS = 1_500;

export const MOVES = 'moves of a large tree';

/** `paths`: of the folder that moves, then identifiers of those that it goes to by turns. */
export const FOLDER_ATTACKS: Readonly<Record<string, Attack>> = {
  [MOVES]: async ({ url, key, paths }) => {
    const [path, ...places] = paths?.[MOVES] as [string, ...string[]];
    const endsAt = performance.now() + FLOOD_MS;
    const repeat = async (client: number) => {
      for (let turn = client; performance.now() < endsAt; turn++) {
        const body = JSON.stringify({ name: 'm'.repeat(1 + (turn % 50)), parent_id: places[turn % places.length] });
        const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length };
        await exchange(url, { method: 'PATCH', path, headers, body });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, client) => repeat(client)));
  },
};
