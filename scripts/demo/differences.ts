/** How many are kept to be shown; all are counted. */
const SHOWN = 10;
/** Of a value, in characters. */
const LONGEST_VALUE = 100;
const SHOWN_BEFORE = 20;

/** What did not come back as it was sent. */
export class Differences {
  readonly first: string[] = [];
  count = 0;

  add(difference: string): void {
    this.count += 1;
    if (this.first.length < SHOWN) this.first.push(difference);
  }
}

/** The place and both values of the first difference of two JSON values; undefined when they are equal. */
export function firstDifference(sent: unknown, received: unknown, path = ''): string | undefined {
  if (Object.is(sent, received)) return undefined;
  if (!isContainer(sent) || !isContainer(received) || Array.isArray(sent) !== Array.isArray(received)) {
    const from = divergence(sent, received);
    return `${path || '/'}: sent ${shown(sent, from)}, received ${shown(received, from)}`;
  }
  for (const key of new Set([...Object.keys(sent), ...Object.keys(received)])) {
    const difference = firstDifference(own(sent, key), own(received, key), `${path}/${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Where two texts begin to differ, or a little before, so that the place can be recognised. */
function divergence(sent: unknown, received: unknown): number {
  if (typeof sent !== 'string' || typeof received !== 'string') return 0;
  let same = 0;
  while (sent[same] === received[same]) same += 1;
  return Math.max(0, same - SHOWN_BEFORE);
}

function shown(value: unknown, from: number): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(from, from + LONGEST_VALUE) : value);
  const cut = text.length > LONGEST_VALUE + 2 ? `${text.slice(0, LONGEST_VALUE)}…` : text;
  return from > 0 ? `(from character ${from}) ${cut}` : cut;
}
