import { faultOfDocumentKey } from '../domain/document-key.js';

export const UNSAFE_NAME = 'its path has a backslash, a control character or U+FFFD';

export type KeySpaceOptions = {
  /** The folder of the documents, as `/handbook`. */
  to: string;
  /** Undefined: keys begin with the folder. */
  pipeline: string | undefined;
};

/** The keys of the documents of one directory, in the composed spelling of Unicode (NFC). */
export type KeySpace = {
  /** What all keys begin with: empty, or with a slash at its end. */
  prefix: string;
  keyOf(path: string): string;
  /** Undefined: a key of another directory, or one that is not in the composed spelling, as all paths are. */
  pathOf(key: string): string | undefined;
  /** Undefined: the path can be a key. */
  faultOf(path: string): string | undefined;
  /** The folder of a new document; undefined for the root. */
  folderPathOf(path: string): string | undefined;
};

export function keySpace({ to, pipeline }: KeySpaceOptions): KeySpace {
  const folder = to.normalize().replace(/^\/+|\/+$/g, '');
  const start = pipeline?.normalize() ?? folder;
  const prefix = start === '' ? '' : `${start}/`;
  const keyOf = (path: string) => `${prefix}${path}`;
  return {
    prefix,
    keyOf,
    pathOf: (key) => (key.startsWith(prefix) && key === key.normalize() ? key.slice(prefix.length) : undefined),
    faultOf: (path) => {
      if (hasUnsafeName(path)) return UNSAFE_NAME;
      const fault = faultOfDocumentKey(keyOf(path));
      return fault === undefined ? undefined : `its key ${fault}`;
    },
    folderPathOf: (path) => {
      const names = [folder, ...path.split('/').slice(0, -1)].filter((name) => name !== '');
      return names.length === 0 ? undefined : `/${names.join('/')}`;
    },
  };
}

/** Another machine could not write such a file. Node reads U+FFFD for bytes of a name that are no UTF-8. */
export function hasUnsafeName(path: string): boolean {
  return /[\\\p{Cc}\uFFFD]/u.test(path);
}
