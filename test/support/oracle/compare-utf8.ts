/** Negative, 0 or positive, in the order of UTF-8 bytes. */
export function compareUtf8(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
