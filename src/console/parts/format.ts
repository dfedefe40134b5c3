const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const NUMBER = new Intl.NumberFormat();

export function whenText(timestamp: string): string {
  return WHEN.format(new Date(timestamp));
}

export function dayText(timestamp: string): string {
  return DAY.format(new Date(timestamp));
}

export function numberText(value: number): string {
  return NUMBER.format(value);
}

export function countText(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** Of documents that a list has loaded. */
export function listedText(count: number, hasMore: boolean): string {
  return hasMore ? `${numberText(count)} or more documents` : countText(count, 'document', 'documents');
}

/** Clients write what they like into metadata. */
export function tagsOf(metadata: Record<string, unknown> | null): string[] {
  const tags = metadata?.['tags'];
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}
