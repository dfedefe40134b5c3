/**
 * Writes to one document, one after another within this process, in the order they came: contention for
 * a slot is then between processes only.
 */
export class DocumentQueue {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(documentId: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#tails.get(documentId) ?? Promise.resolve()).then(task);
    const tail = turn.then(ignore, ignore);
    this.#tails.set(documentId, tail);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(documentId) === tail) this.#tails.delete(documentId);
    }
  }
}

function ignore(): void {}
