/** What a process asks the owner of a log, over a socket in its folder. The body of a frame is that of the object. */
export type ObjectCall =
  | { call: 'create' | 'put' | 'read' | 'remove'; key: string }
  /** The first keys that begin with `prefix` and follow `after`. */
  | { call: 'list'; prefix: string; after: string };

export type Asked = ObjectCall & { id: number };

export type Answer = { id: number } & (
  | { outcome: 'done' | 'created' | 'exists' | 'found' | 'absent' }
  /** `isLast`: no key follows. */
  | { outcome: 'keys'; keys: string[]; isLast: boolean }
  | { outcome: 'unavailable' | 'damaged'; reason: string }
);

export const OBJECTS_SOCKET = 'objects.sock';
