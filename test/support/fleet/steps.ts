/** What a request does; `cleaning`: what goes on after a delete was answered; `help`: for another's slot. */
export type CrashOperation =
  | 'create'
  | 'keyed create'
  | 'push'
  | 'keyed push'
  | 'restore'
  | 'keyed restore'
  | 'patch'
  | 'keyed patch'
  | 'put by key'
  | 'keyed put by key'
  | 'delete by key'
  | 'delete'
  | 'folder'
  | 'keyed folder'
  | 'cleaning'
  | 'help';

/** `amid`: the call has begun, and its caller does not hear how it ends. */
export type Moment = 'before' | 'amid' | 'after';

/** A step of the write protocol: a call of a port within an operation. */
export type Step = { operation: CrashOperation; call: string; moment: Moment };

/** What a process is told to die at: the n-th time that it comes to the step. */
export type CrashPoint = Step & { nth: number };

const CREATE = ['counters.reserveQuota', 'store.create', 'index.writeHead', 'counters.bumpEpoch'];
const APPEND = ['index.readHead', 'store.create', 'index.writeHead', 'counters.bumpEpoch'];
/** One that makes a document; its `store.create` is of the life or of the slot. */
const PUT = [
  'index.readKey',
  'counters.reserveQuota',
  'store.create',
  'index.raiseKey',
  'index.writeHead',
  'counters.bumpEpoch',
];
const FOLDER = ['store.create', 'index.raiseKey', 'counters.bumpEpoch'];

const CALLS: Readonly<Record<CrashOperation, readonly string[]>> = {
  create: CREATE,
  'keyed create': ['index.readHead', ...CREATE],
  push: APPEND,
  'keyed push': ['index.readSummaries', ...APPEND],
  restore: ['store.read', ...APPEND],
  'keyed restore': ['store.read', 'index.readSummaries', ...APPEND],
  patch: ['store.read', ...APPEND],
  'keyed patch': ['store.read', ...APPEND],
  'put by key': PUT,
  'keyed put by key': PUT,
  'delete by key': APPEND,
  delete: APPEND,
  folder: FOLDER,
  'keyed folder': FOLDER,
  cleaning: ['store.remove', 'index.removeSummaries'],
  help: ['index.writeHead'],
};

const MOMENTS: readonly Moment[] = ['before', 'amid', 'after'];

/** Every step at which the backends, or what was read of them, can be left in another state than by its neighbours. */
export const STEPS: readonly Step[] = Object.entries(CALLS).flatMap(([operation, calls]) =>
  calls.flatMap((call) => momentsOf(call).map((moment) => ({ operation: operation as CrashOperation, call, moment }))),
);

export function nameOf({ operation, call, moment }: Step): string {
  return `${operation}: ${moment} ${call}`;
}

/** A read leaves nothing behind. */
function momentsOf(call: string): readonly Moment[] {
  return call.includes('.read') ? ['after'] : MOMENTS;
}
