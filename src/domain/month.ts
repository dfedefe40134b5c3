export function monthOf(timestamp: string): string {
  return timestamp.slice(0, 7);
}
