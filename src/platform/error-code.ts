/** Like `ENOENT`; of an error without a code its message. */
export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
