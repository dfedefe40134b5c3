import { Command } from 'commander';
import { ROLES } from '../domain/api-key.js';
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

type ServeOptions = { workers?: number };

export function serveCommand(io: ProcessContext): Command {
  return new Command('serve')
    .description('serve until SIGTERM or Ctrl-C')
    .option(
      '--workers <number>',
      'processes that serve; by default WORKERS, or one for each core (embedded mode: 1)',
      parseWorkers,
    )
    .action((options: ServeOptions) => serve(io, options));
}

async function serve(io: ProcessContext, { workers }: ServeOptions): Promise<void> {
  const config = readConfig({ ...io.env, ...(workers !== undefined && { WORKERS: String(workers) }) });
  if (config.workers === 1) return serveAlone(io, config);
  const { runPrimary } = await import('../workers/primary.js');
  return runPrimary(config, io);
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
