/** What an entity tag of JSON has more where the answer is a file. */
export const FILE_END = '-md';

/** `"3-md"` names the version 3, as `"3"` does. */
export function withoutFileEnd(tag: string): string {
  return tag.endsWith(FILE_END) ? tag.slice(0, -FILE_END.length) : tag;
}

/**
 * Whether Accept names `text/markdown` and does not prefer JSON (RFC 9110, 12.5.1). Parameters of a type are ignored.
 */
export function wantsFile(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const qualities = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const [, q = '1'] = parameters.map((each) => /^q\s*=\s*([\d.]+)$/.exec(each)).find((found) => found) ?? [];
    qualities.set(type, Number(q));
  }
  const markdown = qualities.get('text/markdown') ?? 0;
  const json = ['application/json', 'application/*', '*/*']
    .map((type) => qualities.get(type))
    .find((q) => q !== undefined);
  return markdown > 0 && markdown >= (json ?? 0);
}
