/** lmdb-js hides the reason in a promise that is rejected with it, and that nobody else handles. */
export async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error;
  return Promise.resolve(error.commitError).then(() => error, (reason: unknown) => reason);
}
