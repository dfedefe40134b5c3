import { keepExample } from '../shared/keep-example.js';

/** The kind of thing a finding concerns. */
type Realm = 'documents' | 'versions' | 'folders' | 'keys of documents' | 'months' | 'keys';

/** `on-demand`: requests restore it. `manual`: the log cannot decide. `informational`: harmless. */
type Fate = 'repairable' | 'on-demand' | 'manual' | 'informational';

/** `is`: what is wrong, for the operator. `outcome`: what a repair did, or what is done otherwise. */
type Kind = { of: Realm; fate: Fate; is: string; outcome: string };

const LEFT_ALONE = 'the log does not say what is right: look at it by hand';

function repairable(of: Realm, is: string, outcome: string): Kind {
  return { of, fate: 'repairable', is, outcome };
}
function manual(of: Realm, is: string, outcome = LEFT_ALONE): Kind {
  return { of, fate: 'manual', is, outcome };
}
function informational(of: Realm, is: string, outcome = 'left'): Kind {
  return { of, fate: 'informational', is, outcome };
}

export const KINDS = {
  'missing head': repairable('documents', 'documents are missing in the index', 'made from their last objects'),
  'stale head': repairable('documents', 'documents are older in the index than in the log', 'brought forward'),
  'differing head': repairable('documents', 'documents differ in the index from their newest version', 'written anew'),
  'head of a deleted document': repairable('documents', 'deleted documents live on in the index', 'ended'),
  'ghost head': repairable('documents', 'documents are in the index alone', 'removed'),
  'head ahead of the log': manual(
    'documents',
    'documents are newer in the index than in the log, which has lost versions',
  ),
  'deletion missing in the log': manual('documents', 'documents are deleted, and the log does not know it'),
  'damaged log': manual('documents', 'documents lack versions in the log, or the last one is not readable'),
  'versions without a first one': informational(
    'documents',
    'identifiers have objects, but no first version: no documents',
  ),
  'tombstone left to gc': informational(
    'documents',
    'deleted documents have nothing left but their index entry',
    'left to `quire gc`',
  ),
  'missing asset': manual(
    'documents',
    'documents name assets that are not there, or that gc may remove',
    'send the files with `PUT /v1/assets/{sha256}`, then push a version without assets, and one with them',
  ),
  'write under way': informational('documents', 'documents were being written to'),
  'missing summary': {
    of: 'versions',
    fate: 'on-demand',
    is: 'newest versions are not in the index',
    outcome: 'restored when they are asked for',
  },
  'differing summary': repairable('versions', 'versions differ in the index from their objects', 'written anew'),
  'ghost summary': repairable('versions', 'versions of deleted documents are left in the index', 'removed'),
  'stray summary': repairable('versions', 'versions of no document are in the index', 'removed'),
  'missing folder': repairable('folders', 'folders are missing in the index', 'made'),
  'differing folder': repairable('folders', 'folders are not what their objects say', 'written anew'),
  'ghost folder': manual('folders', 'folders that the log does not have', 'left to `quire reindex`'),
  'damaged folder object': manual('folders', 'folders whose objects are not readable'),
  'stale folders': repairable('folders', 'folders of owners are behind their log', 'brought forward'),
  'damaged folder log': manual('folders', 'folders of owners whose log lacks entries or is not readable'),
  'stale key': repairable('keys of documents', 'keys of documents are behind their log', 'brought forward'),
  'differing key': manual(
    'keys of documents',
    'keys lead to other documents than the log says',
    'left to `quire reindex`',
  ),
  'damaged life': manual('keys of documents', 'keys of documents whose objects are not readable'),
  'low month count': repairable('months', 'owners have more documents this month than is counted', 'counted anew'),
  'high month count': repairable('months', 'owners have fewer documents this month than is counted', 'counted anew'),
  'damaged key object': manual('keys', 'keys, revocations or plans whose objects are not readable'),
} satisfies Record<string, Kind>;

export type FindingKind = keyof typeof KINDS;
export type FindingsReport = Partial<Record<FindingKind, { count: number; repaired: number; examples: string[] }>>;

export class Findings {
  readonly #report: FindingsReport = {};

  add(kind: FindingKind, example: string, repaired = false): void {
    const found = (this.#report[kind] ??= { count: 0, repaired: 0, examples: [] });
    found.count++;
    if (repaired) found.repaired++;
    if (!found.examples.includes(example)) keepExample(found.examples, example);
  }

  /** Faulty entries of the index that a repair fixes, fixed ones included. */
  get repairable(): number {
    const isRepairable = (kind: FindingKind) => KINDS[kind].of !== 'months' && KINDS[kind].fate === 'repairable';
    return this.#sum(isRepairable, ({ count }) => count);
  }

  /** Whether a repair would change anything. */
  get isWork(): boolean {
    return (
      this.#sum(
        (kind) => ['repairable', 'on-demand'].includes(KINDS[kind].fate),
        ({ count }) => count,
      ) > 0
    );
  }

  get left(): number {
    const isFault = (kind: FindingKind) => ['repairable', 'manual'].includes(KINDS[kind].fate);
    return this.#sum(isFault, ({ count, repaired }) => count - repaired);
  }

  report(): FindingsReport {
    return structuredClone(this.#report);
  }

  #sum(counts: (kind: FindingKind) => boolean, amount: (found: { count: number; repaired: number }) => number): number {
    return Object.entries(this.#report).reduce(
      (sum, [kind, found]) => sum + (counts(kind as FindingKind) ? amount(found) : 0),
      0,
    );
  }
}
