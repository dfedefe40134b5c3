import { expect } from 'chai';
import type { Answer, ErrorBody } from '../../http/client.js';
import type { MadeFolder } from '../../http/making.js';
import type { ReplayedTree } from './replayed-tree.js';

/** A request that was answered. Times are counts of what began and ended. */
export type Seen = {
  what: string;
  begun: number;
  ended: number;
  answer: Answer;
  /** The folder that an answer describes. */
  folder?: MadeFolder | undefined;
  /** Of a delete that was answered 204. */
  deleted?: string;
  /** The request itself made what the answer describes. */
  isMaker?: boolean;
  /** Whether the answer may be, where the tree is this one. */
  fits(tree: ReplayedTree): boolean;
};

/** Of all clients: requests in the order of their beginnings and ends. */
export class SeenAnswers {
  readonly all: Seen[] = [];
  #time = 0;

  /** Sends a request, and notes its answer. */
  async note(what: string, send: () => Promise<Answer>, judge: (answer: Answer) => Partial<Seen>): Promise<Answer> {
    const begun = this.#time++;
    const answer = await send();
    const ended = this.#time++;
    // A request with an unknown outcome says nothing.
    if (answer.status !== 503) this.all.push({ what, begun, ended, answer, fits: () => true, ...judge(answer) });
    return answer;
  }

  /**
   * Each answer agrees with the tree at some time of the request: no older than what was answered before it began, and
   * no newer than what began after it had ended.
   */
  expectAgreement(trees: readonly ReplayedTree[]): void {
    const shown = this.all.map((seen) => ({ ...seen, number: numberOf(seen, trees) }));
    for (const { what, begun, ended, answer, fits } of shown) {
      let [lowest, highest] = [0, trees.length - 1];
      for (const other of shown) {
        if (other.number === undefined) continue;
        if (other.ended < begun) lowest = Math.max(lowest, other.number);
        if (other.begun > ended && other.isMaker) highest = Math.min(highest, other.number - 1);
      }
      const some = trees.slice(lowest, highest + 1);
      const told = `${what}, answered ${answer.status} ${answer.text}, from ${lowest} to ${highest}`;
      expect(some.some(fits), told).to.equal(true);
    }
  }
}

/** The entry of the log that the answer depends on. */
function numberOf({ what, folder, deleted }: Seen, trees: readonly ReplayedTree[]): number | undefined {
  if (!folder && deleted === undefined) return undefined;
  const number = trees.findIndex((tree) =>
    folder
      ? (tree.known(folder.id)?.revision ?? 0) >= folder.revision
      : !['living', undefined].includes(tree.known(deleted as string)?.state),
  );
  expect(number, `${what} is in the log`).to.be.above(0);
  return number;
}

export function codeOf({ body, status }: Answer): string | undefined {
  return status < 400 ? undefined : (body as ErrorBody).error.code;
}
