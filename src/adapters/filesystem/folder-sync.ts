import { open } from 'node:fs/promises';

/** Syncs folder entries. Concurrent callers share a sync, but none joins a running one: it may miss their entries. */
export class FolderSync {
  readonly #queued = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  sync(folder: string): Promise<void> {
    const queued = this.#queued.get(folder);
    if (queued) return queued;
    const previous = this.#running.get(folder) ?? Promise.resolve();
    const next = previous.catch(() => undefined).then(() => this.#start(folder));
    this.#queued.set(folder, next);
    return next;
  }

  #start(folder: string): Promise<void> {
    this.#queued.delete(folder);
    const sync = syncFolder(folder).finally(() => {
      if (this.#running.get(folder) === sync) this.#running.delete(folder);
    });
    this.#running.set(folder, sync);
    return sync;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
