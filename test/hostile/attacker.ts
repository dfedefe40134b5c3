import { OWNER_ATTACKS, STRANGER_ATTACKS, type Attack, type AttackTarget } from './support/attacks.js';
import { DEAR_ATTACKS } from './support/dear-attacks.js';
import { FOLDER_ATTACKS } from './support/folder-attacks.js';

/** Turns of each attack that were made, and those that ended in an error: mostly connections that were cut. */
export type AttackFigures = Record<string, { turns: number; cut: number }>;

export type AttackerOptions = {
  /** It ends by itself after this time. */
  seconds: number;
  /** Turns of each attack at the most. */
  turns: number;
  /** The name of the only attack, one of `DEAR_ATTACKS` or `FOLDER_ATTACKS` too; undefined: all others. */
  only?: string | undefined;
};

const ALL_AT_ONCE: Readonly<Record<string, Attack>> = { ...OWNER_ATTACKS, ...STRANGER_ATTACKS };
const ATTACKS: Readonly<Record<string, Attack>> = { ...ALL_AT_ONCE, ...DEAR_ATTACKS, ...FOLDER_ATTACKS };
/** Between two turns of one attack: it has a machine to share with whom it attacks. */
const PAUSE_MS = 250;
/** A turn that takes longer is left alone. */
const TURN_MS = 15_000;

/** One hostile owner and a stranger without a key: each of their attacks again and again, beside the others. */
export class Attacker {
  readonly figures: AttackFigures = {};
  readonly #at: AttackTarget;
  readonly #options: AttackerOptions;
  readonly #ending = new AbortController();
  readonly #endsAt: number;
  readonly #over: Promise<unknown>;

  constructor(at: AttackTarget, options: AttackerOptions) {
    this.#at = at;
    this.#options = options;
    this.#endsAt = performance.now() + options.seconds * 1_000;
    const { only } = options;
    const attacks = only === undefined ? ALL_AT_ONCE : { [only]: ATTACKS[only] as Attack };
    this.#over = Promise.all(Object.entries(attacks).map(([name, attack]) => this.#repeat(name, attack)));
  }

  async stop(): Promise<AttackFigures> {
    this.#ending.abort();
    await this.#over;
    return this.figures;
  }

  async #repeat(name: string, attack: Attack): Promise<void> {
    const counts = (this.figures[name] = { turns: 0, cut: 0 });
    while (!this.#isOver && counts.turns < this.#options.turns) {
      counts.turns++;
      await Promise.race([attack(this.#at), pause(TURN_MS)]).catch(() => {
        counts.cut++;
      });
      await pause(PAUSE_MS);
    }
  }

  get #isOver(): boolean {
    return this.#ending.signal.aborted || performance.now() > this.#endsAt;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
