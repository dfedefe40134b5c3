const WITHIN_MS = 1_900;

/** Asks again and again; fails in time, before mocha's own limit would, so that nothing asks on. */
export async function until(isSo: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!await isSo()) {
    if (performance.now() > giveUpAt) throw new Error(`not so within ${withinMs} ms: ${String(isSo)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
