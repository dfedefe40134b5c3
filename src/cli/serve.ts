import { Command } from 'commander';
import { ROLES } from '../domain/api-key.js';
import type { Env } from '../config/env-reader.js';
import { readConfig } from '../config/read-config.js';
import type { Config } from '../config/config.js';
import { audit } from '../observability/audit.js';
import { createApiKey } from '../operations/auth/api-keys.js';
import { announce, runService } from '../run-service.js';
import type { Service } from '../service.js';
import type { ProcessContext } from './process-context.js';
import { parseWorkers } from './parse-options.js';

const FIRST_OWNER = 'me';
const FIRST_PLAN = 'unmetered';

type ServeOptions = { workers?: number; port?: string; host?: string; dataDir?: string };

export function serveCommand(io: ProcessContext): Command {
  return new Command('serve')
    .option('--port <number>', 'port of the service; by default PORT, or 8080')
    .option('--host <address>', 'address to listen on; by default HOST, or 127.0.0.1')
    .option('--data-dir <folder>', 'folder of the embedded mode; by default DATA_DIR, or ./data')
    .option(
      '--workers <number>',
      'processes that serve; by default WORKERS, or one for each core (embedded mode: 1)',
      parseWorkers,
    )
    .addHelpText('after', '\nEnvironment variables set everything else: see "Settings" in README.md.')
    .action((options: ServeOptions) => serve(io, options));
}

async function serve(io: ProcessContext, options: ServeOptions): Promise<void> {
  const config = readConfig({ ...io.env, ...settingsOf(options) });
  if (config.workers === 1) return serveAlone(io, config);
  const { runPrimary } = await import('../workers/primary.js');
  return runPrimary(config, io);
}

function settingsOf({ workers, port, host, dataDir }: ServeOptions): Env {
  return {
    ...(workers !== undefined && { WORKERS: String(workers) }),
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
  };
}

async function serveAlone(io: ProcessContext, config: Config): Promise<void> {
  const { createService } = await import('../service.js');
  const service = await createService(config);
  await runService(service, {
    interrupted: io.interrupted,
    onListening: ({ url }) => announce(service.logger, config, url),
    onPrepared: ({ url }) => bootstrapFirstKey(io, service, { config, url }),
  });
}

/** In embedded mode the first start creates the key that everything needs. */
async function bootstrapFirstKey(
  io: ProcessContext,
  { keys, logger }: Service,
  at: { config: Config; url: string },
): Promise<void> {
  if (at.config.storage.mode !== 'embedded') return;
  if (!(await keys.isEmpty())) return;
  const [owner, roles] = [FIRST_OWNER, [...ROLES]];
  await keys.writePlan(owner, FIRST_PLAN);
  audit(logger, io.user, { change: 'plan set', owner, plan: FIRST_PLAN });
  const { key, record } = await createApiKey(keys, { owner, roles, label: 'first', expires: null });
  audit(logger, io.user, { change: 'key created', owner, keyId: record.id, roles, expires: null });
  io.print(firstKeyText(key, at.url));
}

function firstKeyText(key: string, url: string): string {
  const body = JSON.stringify({ title: 'Hello', blocks: [{ type: 'paragraph', content: 'First words.' }] });
  return [
    '',
    `Quire serves at ${url}. This is your API key, shown this once:`,
    '',
    `  ${key}`,
    '',
    'Make a document:',
    '',
    `  curl -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${body}' ${url}/v1/documents`,
    '',
  ].join('\n');
}
