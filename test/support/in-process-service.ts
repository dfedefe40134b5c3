import { readConfig } from '../../src/config/read-config.js';
import { createService } from '../../src/service.js';
import { issueKey, type KeyWish } from './issue-key.js';
import type { Place } from './modes.js';

export type RunningService = {
  url: string;
  place: Place;
  issueKey(wish?: KeyWish): Promise<string>;
  close(): Promise<void>;
};

/** A service inside the test's own process, on a free port and prepared; closing it disposes of its place. */
export async function startService(place: Place, settings: Record<string, string> = {}): Promise<RunningService> {
  const env = { ...place.env, ...settings };
  const service = await createService(readConfig(env));
  const { url, prepared } = await service.start();
  await prepared;
  return {
    url,
    place,
    issueKey: (wish) => issueKey(env, wish),
    close: async () => {
      await service.close();
      await place.dispose();
    },
  };
}
