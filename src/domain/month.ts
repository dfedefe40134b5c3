/** `YYYY-MM` (UTC) of an ISO 8601 timestamp. */
export function monthOf(timestamp: string): string {
  return timestamp.slice(0, 7);
}
