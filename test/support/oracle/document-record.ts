import { NO_FILE } from './files.js';
import type { ExpectedFolder } from './folder-record.js';

/** `write back`: a push of what a GET showed. */
export type WriteKind = 'create' | 'push' | 'write back' | 'patch' | 'restore' | 'delete';

/** One request that changes a document, with all its repeats. */
export type Write = {
  readonly kind: WriteKind;
  /** Names the content; a restore's is that of the version it restores, a delete's is empty. */
  readonly word: string;
  readonly ifMatch: number | undefined;
  /** The version that a restore copies. */
  readonly source: number | undefined;
  /** Digest of the file that it sends; undefined: it sends none. */
  readonly file: string | undefined;
  /** The newest version that anybody knew of before it was sent: its own is higher. */
  readonly floor: number;
  /** `open`: no answer that tells what became of it. `refused`: it did not happen and never will. */
  outcome: 'open' | 'refused' | 'acknowledged';
  /** Of one that is acknowledged, but for deletes, whose answer names none. */
  version: number | undefined;
};

/**
 * What an answer showed of one version. `whole`: fingerprint of all its content. `source`: digest of the file that it
 * was made of, or `NO_FILE`. `file`: digest of what a reader of files gets.
 */
export type Sight = {
  title: string;
  createdAt: string;
  blockCount?: number;
  whole?: string;
  source?: string;
  file?: string;
};

/** What was known before a request was sent: what its answer is held against. */
export type Look = Readonly<{
  acknowledged: number;
  visible: number;
  /** `seen`: somebody was told that it is gone. `acknowledged`: a delete was answered for. */
  end: 'no' | 'seen' | 'acknowledged';
  /** Writes sent so far, and those among them whose outcome is unknown. */
  sent: number;
  open: number;
}>;

export type Identity = {
  name: string;
  tags: readonly string[];
  folder: ExpectedFolder | undefined;
  visibility: string;
};

/**
 * All that is known of one document: what was sent, what was answered, and what anybody saw. Every answer is held
 * against it as it comes; `blame` hears what cannot be.
 */
export class DocumentRecord {
  readonly identity: Identity;
  readonly writes: Write[] = [];
  readonly sights = new Map<number, Sight>();
  /** Undefined until an answer names it. */
  id: string | undefined;
  /** Newest version that an answer to a write named. */
  acknowledged = 0;
  /** Newest version that any answer showed. */
  visible = 0;
  end: Look['end'] = 'no';
  readonly #blame: (fault: string) => void;
  /** No version is higher: an acknowledged delete said `If-Match`. */
  #last = Infinity;

  constructor(identity: Identity, blame: (fault: string) => void) {
    this.identity = identity;
    this.#blame = (fault) => blame(`${identity.name} (${this.id}): ${fault}`);
  }

  look(): Look {
    const { acknowledged, visible, end } = this;
    return {
      acknowledged,
      visible,
      end,
      sent: this.writes.length,
      open: this.#count((write) => write.outcome === 'open'),
    };
  }

  begin(write: Pick<Write, 'kind' | 'word'> & Partial<Pick<Write, 'ifMatch' | 'source' | 'file'>>): Write {
    const begun: Write = {
      ifMatch: undefined,
      source: undefined,
      file: undefined,
      ...write,
      floor: this.visible,
      outcome: 'open',
      version: undefined,
    };
    this.writes.push(begun);
    return begun;
  }

  /** Whether a delete was sent that may have happened. */
  get mayBeGone(): boolean {
    return this.#count(({ kind, outcome }) => kind === 'delete' && outcome !== 'refused') > 0;
  }

  /** A write was answered with success, and this is its version. `look`: of this very attempt. */
  acknowledge(write: Write, look: Look, version: number, sight: Sight): void {
    if (look.end !== 'no') this.#blame(`${write.kind} as ${version} after the document was gone`);
    if (version <= write.floor) this.#blame(`${write.kind} as ${version}, but ${write.floor} was known before`);
    if (write.ifMatch !== undefined && version !== write.ifMatch + 1) {
      this.#blame(`${write.kind} as ${version} with If-Match ${write.ifMatch}`);
    }
    const other = this.writes.find((each) => each !== write && each.version === version);
    if (other) this.#blame(`version ${version} is a ${write.kind}'s and a ${other.kind}'s`);
    if (write.outcome === 'acknowledged' && write.version !== version) {
      this.#blame(`a repeat as ${version}, its first answer as ${write.version}`);
    }
    Object.assign(write, { outcome: 'acknowledged', version });
    this.acknowledged = Math.max(this.acknowledged, version);
    this.learn(version, sight);
  }

  acknowledgeEnd(write: Write, look: Look): void {
    if (look.end !== 'no') this.#blame('deleted after it was gone');
    if (this.#count(({ kind, outcome }) => kind === 'delete' && outcome === 'acknowledged') > 0) {
      this.#blame('deleted twice');
    }
    write.outcome = 'acknowledged';
    this.end = 'acknowledged';
    this.#last = Math.min(this.#last, write.ifMatch ?? Infinity);
    this.#checkLast(this.visible);
  }

  #history(): string {
    return this.writes.map(({ kind, outcome, version }) => `${kind} ${outcome} ${version ?? ''}`.trimEnd()).join(', ');
  }

  /** An answer said that there is no such document. */
  missing(what: string): void {
    if (!this.mayBeGone) this.#blame(`${what}: is missing, and nobody deleted it (${this.#history()})`);
    if (this.end === 'no') this.end = 'seen';
  }

  /** An answer showed this as the newest version. `least`: what it must be at the least. */
  seeNewest(what: string, version: number, least: number): void {
    if (version < least) this.#blame(`${what}: is at ${version}, but was at ${least} before`);
    this.#reach(version);
  }

  seeLiving(what: string, isGone: boolean): void {
    if (isGone) this.#blame(`${what}: is there, after it was gone`);
  }

  /** A version is immutable: whatever shows it shows the same. */
  learn(version: number, sight: Sight): void {
    this.#reach(version);
    const before = this.sights.get(version);
    for (const field of ['title', 'createdAt', 'blockCount', 'whole', 'source', 'file'] as const) {
      const [old, fresh] = [before?.[field], sight[field]];
      if (old !== undefined && fresh !== undefined && old !== fresh) {
        this.#blame(`version ${version} has ${field} ${fresh}, and had ${old}`);
      }
    }
    const known = { ...sight, ...before };
    this.sights.set(version, known);
    const { source = NO_FILE, file = source } = known;
    if (source !== NO_FILE && file !== source) this.#blame(`version ${version} comes back as ${file}, not ${source}`);
  }

  blame(fault: string): void {
    this.#blame(fault);
  }

  #reach(version: number): void {
    const most = this.#count(({ kind, outcome }) => kind !== 'delete' && outcome !== 'refused');
    if (version > most) this.#blame(`is at ${version}, but only ${most} writes can have made versions`);
    this.visible = Math.max(this.visible, version);
    this.#checkLast(version);
  }

  #checkLast(version: number): void {
    if (version > this.#last) this.#blame(`was deleted at ${this.#last}, but has version ${version}`);
  }

  #count(meets: (write: Write) => boolean): number {
    return this.writes.filter(meets).length;
  }
}
