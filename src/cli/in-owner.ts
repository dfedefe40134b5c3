import { setTimeout as delay } from 'node:timers/promises';
import { callOwner, ownForCommand } from '../backends.js';
import type { Storage } from '../config/config.js';
import { OperatorError } from '../domain/errors.js';
import { raiseEnd, stopSignal } from './exit-status.js';
import type { ProcessContext } from './process-context.js';

/** The owner may be starting, or may be another command that ends soon. */
const OWNER_WITHIN_MS = 5_000;
const LOOK_AGAIN_MS = 100;

/**
 * Runs a command that opens the index. One process at a time may open an embedded index: the owner of its folder.
 * Where a service runs, it is the owner and runs the command; else this process becomes the owner. Raises
 * `OperatorError` while another command works in the folder.
 */
export async function inOwner(io: ProcessContext, storage: Storage, run: () => Promise<void>): Promise<void> {
  if (storage.mode === 'cluster' || io.isInOwner) return run();
  const { dataDir } = storage;
  const { isTTY = false, columns } = io.stderr;
  const call = {
    request: { args: [...io.args], user: io.user, isTTY, ...(columns !== undefined && { columns }) },
    stop: stopSignal(io),
    onPrint: (text: string) => io.print(text, 'lines'),
    onErr: (text: string) => io.stderr.write(text),
  };
  for (const giveUpAt = performance.now() + OWNER_WITHIN_MS; ;) {
    const owned = await ownForCommand(dataDir);
    if (owned) return run().finally(() => owned.release());
    const end = await callOwner(dataDir, call);
    if (end) return raiseEnd(end);
    if (performance.now() > giveUpAt) {
      throw new OperatorError(
        `Another process owns the folder ${dataDir} and takes no commands. Run this one again when it has ended.`,
      );
    }
    await delay(LOOK_AGAIN_MS);
  }
}
