import { Driver } from '../bench/driver/driver.js';
import { boundOf, kindsOf, tryAllAttacks } from '../hostile/bystander.js';
import type { Fleet } from '../support/fleet/fleet.js';

/** By kind of request, in milliseconds: an owner's p99 in calm times, beside hostile ones, and what it may be. */
export type HostileFigures = Readonly<Record<string, { calm: number; attacked: number; bound: number }>>;

export type HostilePhase = {
  fleet: Fleet;
  /** Of calm, and as many beside attacks. */
  seconds: number;
  blame(fault: string): void;
};

/**
 * Before anything is disturbed: a hostile owner and a stranger do all they can at one process, and another owner's
 * p99 stays within its bound.
 */
export async function runHostilePhase({ fleet, seconds, blame }: HostilePhase): Promise<HostileFigures> {
  const driver = new Driver();
  try {
    const trial = await tryAllAttacks({ url: await fleet.any(), env: fleet.env, driver, seconds });
    const figures = Object.fromEntries(
      kindsOf(trial).map(({ kind, calm, attacked }) => [
        kind,
        { calm: calm.p99, attacked: attacked.p99, bound: boundOf(calm, kind) },
      ]),
    );
    for (const [kind, { attacked, bound }] of Object.entries(figures)) {
      if (attacked > bound) blame(`beside hostile ones the p99 of a ${kind} is ${attacked} ms, not within ${bound} ms`);
    }
    return figures;
  } finally {
    await driver.stop();
  }
}
