import { startStack } from '../../../scripts/stack/stack.js';
import { listenerOn } from './process-tree.js';

/** With less, a million documents make OpenSearch answer 429 now and then. */
const HEAP = '2g';

export type BenchBackends = {
  /** The variables that lead a service to them. */
  env: Readonly<Record<string, string>>;
  /** Its process id. */
  openSearch: number | undefined;
  stop(): Promise<void>;
};

/** Real backends of this run's own: nobody else loads them while they are measured. */
export async function startBackends(
  nodes: number,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<BenchBackends> {
  const { env, stop } = await startStack({ heap: HEAP, nodes, note, signal });
  // What uses the backends in this process finds its credentials where the SDK looks for them.
  Object.assign(process.env, env);
  const { port } = new URL(env['OPENSEARCH_URL'] as string);
  return { env, stop, openSearch: listenerOn(Number(port)) };
}
