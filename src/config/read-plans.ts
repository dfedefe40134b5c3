import type { Plan } from '../domain/api-key.js';
import type { EnvReader } from './env-reader.js';

const MILLION = 1_000_000;

export const UNMETERED = 'unmetered';

const BUILT_IN: readonly Plan[] = [
  { name: 'free', perMinute: 20, perDay: 1_000, documentsPerMonth: 1_000, bytesPerDay: 100 * MILLION },
  { name: 'pro', perMinute: 300, perDay: 50_000, documentsPerMonth: 50_000, bytesPerDay: 5_000 * MILLION },
  { name: UNMETERED, perMinute: MILLION, perDay: MILLION, documentsPerMonth: MILLION, bytesPerDay: undefined },
];

const FIELDS = ['per_minute', 'per_day', 'documents_per_month'] as const;
/** Absent or null: any number of bytes. */
const OPTIONAL_FIELD = 'bytes_per_day';

export function readPlans(env: EnvReader): Map<string, Plan> {
  const plans = new Map(BUILT_IN.map((plan) => [plan.name, plan]));
  for (const [name, fields] of Object.entries(parsePlans(env))) {
    const plan = planOf(env, name, fields);
    if (plan) plans.set(name, plan);
  }
  return plans;
}

function parsePlans(env: EnvReader): Record<string, unknown> {
  const text = env.get('PLANS');
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>;
    }
  } catch {
    // Reported below.
  }
  env.fault('PLANS must be a JSON object of plans by name');
  return {};
}

function planOf(env: EnvReader, name: string, fields: unknown): Plan | undefined {
  const given = (typeof fields === 'object' && fields !== null ? fields : {}) as Record<string, unknown>;
  const needed = (given[OPTIONAL_FIELD] ?? null) === null ? FIELDS : ([...FIELDS, OPTIONAL_FIELD] as const);
  const wrong = needed.filter((field) => !Number.isSafeInteger(given[field]) || Number(given[field]) < 0);
  if (wrong.length > 0) {
    env.fault(`PLANS: the plan "${name}" needs a whole number in ${wrong.join(', ')}`);
    return undefined;
  }
  const [perMinute, perDay, documentsPerMonth, bytesPerDay] = needed.map((field) => Number(given[field])) as [
    number,
    number,
    number,
    number?,
  ];
  return { name, perMinute, perDay, documentsPerMonth, bytesPerDay };
}
