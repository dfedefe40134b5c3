import { faultOfDocumentKey } from '../document-key.js';
import { MAX_ADDRESS } from '../web-address.js';

/** `keys`: what may be meant, the likeliest first. `fragment`: without `#`, percent-decoded; undefined: none. */
export type LinkTarget = { keys: readonly string[]; fragment: string | undefined };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** The documents that stand for a folder. */
const FOLDER_NAMES = ['README.md', 'index.md', '_index.md', 'readme.md'];

/**
 * What a link or an image in the document of a key leads to, as if keys were paths of files. Undefined: it is no
 * relative target. `root`: the beginning of keys that `/` means; null: that of all keys.
 */
export function linkTarget(target: string, key: string, root: string | null): LinkTarget | undefined {
  if (!isRelative(target)) return undefined;
  const [, address = '', , hash] = /^([^#]*)(#(.*))?$/s.exec(target) ?? [];
  const fragment = hash === undefined ? undefined : decoded(hash);
  const path = decoded(address.replace(/\?.*$/s, ''));
  if (path === '') return { keys: [key], fragment };
  const from = path.startsWith('/') ? (root ?? '') : key.slice(0, key.lastIndexOf('/') + 1);
  const keys = [path, path.normalize()].flatMap((each) => candidates(`${from}/${each}`));
  return { keys: [...new Set(keys)].filter((each) => faultOfDocumentKey(each) === undefined), fragment };
}

/** The name of a file beside the document, as its `assets` have it; undefined: the target cannot be one. */
export function assetName(target: string): string | undefined {
  if (!isRelative(target)) return undefined;
  const name = decoded(target.replace(/[?#].*$/s, '')).replace(/^(?:\.\/+)+/, '');
  return name === '' ? undefined : name;
}

/** Whether the target has neither a scheme nor a host. */
export function isLocal(target: string): boolean {
  return !SCHEME.test(target) && !target.startsWith('//');
}

function isRelative(target: string): boolean {
  return isLocal(target) && target.length <= MAX_ADDRESS && !/[\\\0]|%5c|%00/i.test(target);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A file's name may have a percent sign.
    return text;
  }
}

/** Of a path from the beginning of all keys. None above it. */
function candidates(path: string): string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return [];
  }
  const whole = names.join('/');
  const inFolder = FOLDER_NAMES.map((name) => (whole === '' ? name : `${whole}/${name}`));
  if (whole === '') return inFolder;
  if (/\/\.{0,2}$/.test(path)) return [...inFolder, `${whole}.md`];
  const [, name = whole, extension] = /^(.*)(\.md|\.html)$/s.exec(whole) ?? [];
  if (extension === '.md') return [whole, name];
  // What site generators make of the file.
  if (extension === '.html') return [whole, `${name}.md`];
  return [whole, `${whole}.md`, ...inFolder];
}
