import type { DemoApi } from './api.js';
import { ApiError, UnreachableError } from './api-error.js';
import { UsageError } from './options.js';

/** Asks once whether the service is there and takes the key, so that a wrong address fails at once. */
export async function preflight(api: DemoApi, base: string): Promise<void> {
  try {
    const { body } = await api.json<{ folders?: unknown }>({ path: '/v1/folders?limit=1', patience: 2_000 });
    if (!Array.isArray(body.folders)) throw new UsageError(`what answers at ${base} is another service`);
  } catch (error) {
    if (error instanceof UnreachableError) {
      throw new UsageError(`${error.message}; "npm start" starts the service, BASE names its address`);
    }
    if (error instanceof ApiError && error.status === 401) {
      throw new UsageError(`the service at ${base} does not take this KEY (${error.code})`);
    }
    if (error instanceof SyntaxError) throw new UsageError(`what answers at ${base} does not speak JSON`);
    throw error;
  }
}
