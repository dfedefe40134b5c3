import { readConfig } from '../../../src/config/read-config.js';
import { VersionLog } from '../../../src/log/version-log.js';
import { openObjectStore } from '../../../src/server/backends.js';
import type { ProgressReporter } from '../../../src/platform/progress.js';
import type { Corpus } from './corpus.js';

const AT_ONCE = 32;

type Planting = { env: Readonly<Record<string, string>>; corpus: Corpus; progress: ProgressReporter };

/** Puts the versions of a corpus into the log, and nowhere else. */
export async function plantLog({ env, corpus, progress }: Planting): Promise<void> {
  const store = await openObjectStore(readConfig(env).storage);
  const log = new VersionLog(store);
  const versions = corpus.versions();
  progress.start(`Writing ${corpus.size} versions`, corpus.size);
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const version of versions) {
          await log.claim(version);
          progress.advance();
        }
      }),
    );
  } finally {
    progress.stop();
    await store.close();
  }
}
