import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { UnavailableError } from '../../src/domain/errors.js';
import { proveCreateIfAbsent } from '../../src/log/prove-create-if-absent.js';
import type { CreateOptions, ObjectStore } from '../../src/ports/object-store.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

/** A sound store in memory; each test breaks one promise of it. */
class MemoryStore implements ObjectStore {
  readonly objects = new Map<string, Uint8Array>();

  async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    if (this.objects.has(key)) return 'exists';
    this.objects.set(key, body);
    return 'created';
  }
  async put(key: string, body: Uint8Array): Promise<void> {
    this.objects.set(key, body);
  }
  async read(key: string): Promise<Uint8Array | undefined> {
    return this.objects.get(key);
  }
  async remove(key: string): Promise<void> {
    this.objects.delete(key);
  }
  async *list(): AsyncGenerator<string> {
    yield* this.objects.keys();
  }
  async close(): Promise<void> {
    this.objects.clear();
  }
}

/** Looks, then writes, with a turn of the event loop between: what servers without an atomic condition do. */
class RacyStore extends MemoryStore {
  override async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const taken = this.objects.has(key);
    await nextTurn();
    if (taken) return 'exists';
    this.objects.set(key, body);
    return 'created';
  }
}

class OverwritingStore extends MemoryStore {
  override async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const outcome = await super.create(key, body);
    this.objects.set(key, body);
    return outcome;
  }
}

class ForgetfulStore extends MemoryStore {
  override async read(): Promise<undefined> {
    return undefined;
  }
}

/** The first answer of each key is lost, and the adapter's own repeat meets its own object. */
class LostAnswerStore extends MemoryStore {
  lost = 0;
  override async create(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    const outcome = await super.create(key, body);
    if (outcome === 'exists' || this.lost >= 8) return outcome;
    this.lost++;
    return 'exists';
  }
}

/** Takes one attempt of each race, and refuses the others; what comes later it takes again. */
class ThrottlingStore extends MemoryStore {
  readonly late: string[] = [];
  override async create(key: string, body: Uint8Array, options: CreateOptions = {}): Promise<'created' | 'exists'> {
    if (options.isOneAttempt !== true) {
      this.late.push(key);
      return this.createLate(key, body);
    }
    if (this.objects.has(key)) throw new UnavailableError('429 TooManyRequests');
    return super.create(key, body);
  }

  createLate(key: string, body: Uint8Array): Promise<'created' | 'exists'> {
    return super.create(key, body);
  }
}

describe('proveCreateIfAbsent', () => {
  it('passes on a sound store and leaves nothing behind', async () => {
    const store = new MemoryStore();
    await proveCreateIfAbsent(store);
    expect(store.objects.size).to.equal(0);
  });

  it('names two winners, and leaves nothing behind', async () => {
    const store = new RacyStore();
    expect(await failureOn(store)).to.match(/16 of 16 racers were told "created"/);
    expect(store.objects.size).to.equal(0);
  });

  it('leaves nothing behind either where one key fails long before another', async () => {
    const store = new OverwritingStore();
    const remove = store.remove.bind(store);
    store.remove = async (key) => {
      if (key.includes('-7-')) for (let turn = 0; turn < 50; turn++) await nextTurn();
      await remove(key);
    };
    await failureOn(store);
    expect(store.objects.size).to.equal(0);
  });

  it('sees a loser that overwrites the winner', async () => {
    expect(await failureOn(new OverwritingStore())).to.match(/a loser overwrote the only winner/);
  });

  it('sees a winner whose object is not there', async () => {
    expect(await failureOn(new ForgetfulStore())).to.match(/the object of the only winner is missing/);
  });

  it('asks again where the winning answer was lost', async () => {
    const store = new LostAnswerStore();
    await proveCreateIfAbsent(store);
    expect(store.lost).to.equal(8);
  });

  it('passes on that the store cannot be asked', async () => {
    const store = new MemoryStore();
    store.create = async () => {
      throw new UnavailableError('down');
    };
    await expectUnavailable(proveCreateIfAbsent(store), /down/);
  });
});

describe('proveCreateIfAbsent on a store that refuses racers', () => {
  it('passes where one racer wins and a late one is told "exists"', async () => {
    const store = new ThrottlingStore();
    await proveCreateIfAbsent(store);
    expect([store.late.length, store.objects.size]).to.deep.equal([8, 0]);
  });

  it('sees that a late racer wins, too', async () => {
    const store = new ThrottlingStore();
    store.createLate = async () => 'created';
    expect(await failureOn(store)).to.match(/a late racer was told "created", too, on probes/);
  });

  it('sees that a late racer who is told "exists" overwrites the winner', async () => {
    const store = new ThrottlingStore();
    store.createLate = async (key, body) => {
      store.objects.set(key, body);
      return 'exists';
    };
    expect(await failureOn(store)).to.match(/a loser overwrote the only winner/);
  });

  it('sees that a refused racer has overwritten the winner', async () => {
    const store = new ThrottlingStore();
    const create = store.create.bind(store);
    store.create = async (key, body, options) => {
      const isTaken = store.objects.has(key);
      if (isTaken && options?.isOneAttempt) store.objects.set(key, body);
      return create(key, body, options);
    };
    expect(await failureOn(store)).to.match(/a loser overwrote the only winner/);
  });

  it('sees two winners among refused ones', async () => {
    const store = new ThrottlingStore();
    let asked = 0;
    store.create = async () => {
      if (asked++ % 8 === 0) return 'created';
      throw new UnavailableError('503 SlowDown');
    };
    expect(await failureOn(store)).to.match(/2 of 16 racers were told "created"/);
  });

  it('does not pass where all racers are refused, or those who would have won', async () => {
    for (const answer of ['refused', 'exists'] as const) {
      const store = new MemoryStore();
      store.create = async (key, body) => {
        if (answer === 'refused' || !store.objects.has(key)) {
          store.objects.set(key, body);
          throw new UnavailableError('429 TooManyRequests');
        }
        return 'exists';
      };
      await expectUnavailable(proveCreateIfAbsent(store), /429 TooManyRequests/);
      expect(store.objects.size).to.equal(0);
    }
  });
});

async function failureOn(store: ObjectStore): Promise<string> {
  return proveCreateIfAbsent(store).then(
    () => 'none',
    (error: Error) => error.message,
  );
}
