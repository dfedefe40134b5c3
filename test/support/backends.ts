/**
 * Makes OpenSearch, an S3 server and Redis available once for a whole test run, where a test file asks for them.
 * Mocha loads this file through `require`, runs the two global fixtures, and the hook in each process that runs tests.
 */
import { startStack } from '../../scripts/stack/stack.js';

/** Everything that leads to backends which somebody else has started. */
const VARIABLES = [
  'OPENSEARCH_URL',
  'OPENSEARCH_AUTH',
  'OPENSEARCH_USERNAME',
  'OPENSEARCH_PASSWORD',
  'OPENSEARCH_CA_FILE',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_FORCE_PATH_STYLE',
  'REDIS_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
];
/** Set by a run that has tried already and said so: its backends of a run do not try again. */
export const WITHOUT_BACKENDS = 'QUIRE_TEST_WITHOUT_BACKENDS';
const REQUIRED = ['OPENSEARCH_URL', 'S3_BUCKET', 'REDIS_URL'];

export interface ClusterBackends {
  /** The variables that lead the service to them. */
  readonly env: Readonly<Record<string, string>>;
}

export interface StoppableBackends extends ClusterBackends {
  stop?(): Promise<void>;
}

let wanted = false;
let backends: StoppableBackends | undefined = process.env[WITHOUT_BACKENDS] === 'true' ? undefined : givenBackends();

/** The backends of this run; undefined where there are none, and before the run begins: call it in a hook or a test. */
export function clusterBackends(): ClusterBackends | undefined {
  return backends;
}

/** `embedded`, `cluster` or `both` (default): the modes in which suites run. */
export const MODES = 'QUIRE_TEST_MODES';

/** Part of the title of each test on the backends. */
export const ON_BACKENDS = 'on real backends';

export function isTested(mode: 'embedded' | 'cluster'): boolean {
  return [undefined, 'both', mode].includes(process.env[MODES]);
}

/** A suite that needs the backends: it is skipped where there are none, and left out where only embedded mode runs. */
export function describeCluster(title: string, body: (this: Mocha.Suite) => void): void {
  if (!isTested('cluster')) return;
  wanted = true;
  describe(title, () => {
    before(function () {
      if (backends === undefined) this.skip();
    });
    describe(ON_BACKENDS, body);
  });
}

export async function mochaGlobalSetup(): Promise<void> {
  if (wanted) backends ??= await startBackends();
}

const closings: (() => Promise<void>)[] = [];

/** Called once, after all tests; where files run side by side: after those of the file that asks for it. */
export function afterAllTests(close: () => Promise<void>): void {
  closings.push(close);
}

export const mochaHooks = {
  async afterAll(): Promise<void> {
    for (const close of closings.splice(0)) await close();
  },
};

/**
 * The backends that somebody else has started, or containers, or the stack. Where none can be had: undefined and
 * one loud line, but in CI the error.
 */
export async function startBackends(): Promise<StoppableBackends | undefined> {
  if (process.env[WITHOUT_BACKENDS] === 'true') return undefined;
  try {
    const started = givenBackends() ?? (await startContainersIfPossible()) ?? (await startOwnStack());
    // What uses the backends inside this very process finds its credentials where the SDK looks for them.
    Object.assign(process.env, started.env);
    return started;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    note(`!!! NO OPENSEARCH, S3 AND REDIS: EVERY CLUSTER TEST IS SKIPPED !!! (${reason})`);
    return undefined;
  }
}

export async function mochaGlobalTeardown(): Promise<void> {
  await backends?.stop?.();
  backends = undefined;
}

function givenBackends(): StoppableBackends | undefined {
  const given = VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const env = Object.fromEntries(given);
  return REQUIRED.every((name) => name in env) ? { env } : undefined;
}

/** Twice at most: another process may take a port between its choice and its use. */
async function startOwnStack(): Promise<StoppableBackends> {
  try {
    return await startStack({ note });
  } catch (error) {
    note(`the stack is started again (${error instanceof Error ? error.message : String(error)})`);
    return startStack({ note });
  }
}

/** Loaded only now: it takes a second that a run without cluster tests should not pay. */
async function startContainersIfPossible(): Promise<StoppableBackends | undefined> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const hasEngine = await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  if (!hasEngine) return undefined;
  try {
    const { startContainers } = await import('./containers.js');
    return await startContainers();
  } catch (error) {
    note(
      `the container engine cannot run them, so the stack is started (${error instanceof Error ? error.message : error})`,
    );
    return undefined;
  }
}

function note(line: string): void {
  process.stderr.write(`backends: ${line}\n`);
}
