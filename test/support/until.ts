const WITHIN_MS = 1_900;

/** Asks again and again; fails before mocha's own limit of 2 seconds would, so that nothing asks on. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + WITHIN_MS;
  while (!await isSo()) {
    if (performance.now() > giveUpAt) throw new Error(`not so within ${WITHIN_MS} ms: ${String(isSo)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
