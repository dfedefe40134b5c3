import { readConfig } from '../../src/config/read-config.js';
import { createService } from '../../src/server/service.js';
import { issueKey, type KeyOptions } from './issue-key.js';
import type { TestStorage } from './modes.js';

export type RunningService = {
  url: string;
  storage: TestStorage;
  issueKey(options?: KeyOptions): Promise<string>;
  close(): Promise<void>;
};

/** A service inside the test's own process, on a free port and prepared; closing it disposes of its place. */
export async function startService(
  storage: TestStorage,
  settings: Record<string, string> = {},
): Promise<RunningService> {
  const env = { ...storage.env, ...settings };
  const service = await createService(readConfig(env));
  const { url, prepared } = await service.start();
  await prepared;
  return {
    url,
    storage,
    issueKey: (options) => issueKey(env, options),
    close: async () => {
      await service.close();
      await storage.dispose();
    },
  };
}
