import { Type, type Static } from '@sinclair/typebox';
import type { ObjectStore } from '../ports/object-store.js';
import { encodeObject, readDecoded, unreadableAs } from './json-objects.js';
import type { Maintenance } from './lease-records.js';
import { maintenanceRunKey } from './object-keys.js';
import { oneOf, shapeOf, Time } from './shapes.js';

const RESULTS = ['done', 'faults left', 'stopped', 'failed'] as const;
export type RunResult = (typeof RESULTS)[number];

const STORED_RUN = Type.Object({ ended_at: Time, result: oneOf(RESULTS) });
const runShape = shapeOf(STORED_RUN);

export type MaintenanceRun = { endedAt: string; result: RunResult };

/** How the last reindex, doctor and gc ended, one object each. Only metrics show it. */
export class MaintenanceRuns {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Undefined: it never ended here, or its note is unreadable. */
  async read(maintenance: Maintenance): Promise<MaintenanceRun | undefined> {
    const key = maintenanceRunKey(maintenance);
    const stored = await readDecoded(this.#store, key, runShape).catch(
      unreadableAs<Static<typeof STORED_RUN> | undefined>(undefined),
    );
    return stored && { endedAt: stored.ended_at, result: stored.result };
  }

  async write(maintenance: Maintenance, { endedAt, result }: MaintenanceRun): Promise<void> {
    await this.#store.put(maintenanceRunKey(maintenance), encodeObject({ ended_at: endedAt, result }));
  }
}
