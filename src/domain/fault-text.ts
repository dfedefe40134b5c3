/** In characters. Names in a body may be as long as the body. */
const LONGEST = 200;

/** A fault as a sentence that begins with the place in the request: `blocks[0].type must be one of heading, ….` */
export function faultText({ path, message }: { path: string; message: string }): string {
  return `${placeOf(path)} ${inWords(message)}.`;
}

/** A text of the caller in a message: quoted, and cut if it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

/** A JSON pointer as a program would write it; the name of a header as it is. */
function placeOf(path: string): string {
  if (path === '') return 'The body';
  if (!path.startsWith('/')) return path;
  const [first = '', ...others] = path.slice(1, LONGEST).split('/').map(unescaped);
  return (isName(first) ? first : JSON.stringify(first)) + others.map(memberOf).join('');
}

function memberOf(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return isName(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text);
}

/** RFC 6901. */
function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

const TYPES = new Map([
  ['array', 'an array'],
  ['boolean', 'a boolean'],
  ['integer', 'an integer'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['string', 'a string'],
]);

/** The validator writes `must be string,null` and `must NOT have`. */
function inWords(message: string): string {
  const types = /^must be ([a-z]+(?:,[a-z]+)*)$/.exec(message)?.[1]?.split(',');
  if (types) return `must be ${types.map((type) => TYPES.get(type) ?? type).join(' or ')}`;
  return message.replace('must NOT ', 'must not ');
}
