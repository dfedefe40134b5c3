import { exchange } from '../http/exchange.js';
import type { SeededRandom } from '../support/oracle/seeded-random.js';
import { DISTURBANCES, type Disturbance, type Scene } from './disturbances.js';

const LONGEST_CALM_MS = 3_000;
/** In this share of the cases two things go wrong at once. */
const DOUBLE_SHARE = 0.25;
/** For every process to be ready when nothing is wrong any more. */
const RECOVERY_MS = 60_000;

/** Disturbs the service, one time after another, and sees to it that it recovers each time. */
export class Disturber {
  readonly counts: Record<string, number> = {};
  readonly #scene: Scene;
  readonly #weights: Record<string, number>;

  constructor(scene: Scene, only?: string) {
    this.#scene = scene;
    const possible = Object.entries(DISTURBANCES)
      .filter(([name]) => only === undefined || name === only)
      .filter(([, { modes, ownRedis }]) => modes.includes(scene.mode) && (!ownRedis || scene.redis));
    this.#weights = Object.fromEntries(possible.map(([name, { weight }]) => [name, weight]));
  }

  async run(isOver: () => boolean): Promise<void> {
    const { random } = this.#scene;
    for (;;) {
      await calm(random);
      if (isOver()) return;
      const names = this.#choose();
      await Promise.all(names.map((name) => this.#disturb(name)));
      await this.#recover(names);
    }
  }

  #choose(): string[] {
    const { random } = this.#scene;
    const isPossible = Object.keys(this.#weights).length > 0;
    const names = isPossible ? [random.weighted(this.#weights), random.weighted(this.#weights)] : [];
    const isDouble = random.chance(DOUBLE_SHARE) && !names.some((name) => DISTURBANCES[name]?.alone);
    return names.slice(0, isDouble ? 2 : 1);
  }

  async #disturb(name: string): Promise<void> {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    this.#scene.tell(`${name} begins`);
    await (DISTURBANCES[name] as Disturbance).run(this.#scene);
    this.#scene.tell(`${name} ends`);
  }

  async #recover(names: readonly string[]): Promise<void> {
    const { fleet, blame } = this.#scene;
    const giveUpAt = performance.now() + RECOVERY_MS;
    await fleet.start();
    for (const member of fleet.members) {
      while (member.isRunning && !(await isReady(member.url))) {
        if (performance.now() > giveUpAt) return blame(`not ready ${RECOVERY_MS} ms after ${names.join(' and ')}`);
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await exchange(url, { method: 'GET', path: '/health/ready', headers: {} }).catch(() => undefined);
  return answer?.status === 200;
}

function calm(random: SeededRandom): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, random.below(LONGEST_CALM_MS));
  });
}
