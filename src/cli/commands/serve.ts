import { Command } from 'commander';
import { ROLES } from '../../domain/api-key.js';
import type { Env } from '../../config/env-reader.js';
import { readConfig } from '../../config/read-config.js';
import type { Config } from '../../config/config.js';
import { audit } from '../../observability/audit.js';
import { createLogger, openOutput, type LineOutput } from '../../observability/logger.js';
import { textLines } from '../../observability/text-lines.js';
import { createApiKey } from '../../operations/auth/api-keys.js';
import { announce, runService, type Addresses } from '../../server/run-service.js';
import type { Service } from '../../server/service.js';
import { commandAt } from '../process/command-at.js';
import type { ProcessContext } from '../process/process-context.js';
import { parseWorkers } from '../process/parse-options.js';
import { FIRST_OWNER, FIRST_PLAN, firstKeyText, startText, type StartedAt } from './start-text.js';

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
    .addHelpText('after', '\nEnvironment variables set everything else: see "Settings" in docs/REFERENCE.md.')
    .action((options: ServeOptions) => serve(io, options));
}

async function serve(io: ProcessContext, options: ServeOptions): Promise<void> {
  const env = { ...io.env, ...settingsOf(options) };
  const config = readConfig(env);
  const isText = (config.logFormat ?? (io.isTerminal ? 'text' : 'json')) === 'text';
  const output = isText ? textLines(openOutput(), io.isTerminal && !io.env['NO_COLOR']) : undefined;
  // JSON lines have nothing between them, except for the first key.
  const command = commandAt(env);
  const voice: Voice = {
    output,
    command,
    at: ({ url, metricsUrl }) => ({ url, metricsUrl, command, isCluster: config.storage.mode === 'cluster' }),
    greet: (started) => {
      if (isText) io.print(startText(started), 'lines');
    },
  };
  if (config.workers === 1) return serveAlone(io, config, voice);
  const { runPrimary } = await import('../../workers/primary.js');
  const { interrupted, onExit } = io;
  const onListening = (addresses: Addresses) => voice.greet(voice.at(addresses));
  return runPrimary(config, { interrupted, onExit, output: output ?? openOutput(), onListening });
}

function settingsOf({ workers, port, host, dataDir }: ServeOptions): Env {
  return {
    ...(workers !== undefined && { WORKERS: String(workers) }),
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
  };
}

/** `output`: undefined for that of the logger. */
type Voice = {
  output: LineOutput | undefined;
  command: string;
  at(addresses: Addresses): StartedAt;
  greet(started: StartedAt): void;
};

async function serveAlone(io: ProcessContext, config: Config, { output, command, at, greet }: Voice): Promise<void> {
  const { createService } = await import('../../server/service.js');
  const logger = createLogger(config.logLevel, output && { output });
  const service = await createService(config, { logger, nodeVersion: io.nodeVersion, command });
  await runService(service, {
    interrupted: io.interrupted,
    onListening: (started) => announce(logger, config, started),
    onPrepared: async (started) => {
      const key = config.storage.mode === 'embedded' ? await createFirstKey(io, service) : undefined;
      if (key === undefined) greet(at(started));
      else io.print(firstKeyText(key, at(started)), 'lines');
    },
    onStopping: () => logger.info('stopping'),
    onStopped: (cut) => logger.info(cut.length > 0 ? { cut } : {}, 'stopped'),
  });
}

/** In embedded mode the first start creates the key that everything needs. Undefined: there are keys. */
async function createFirstKey(io: ProcessContext, { keys, logger }: Service): Promise<string | undefined> {
  if (!(await keys.isEmpty())) return undefined;
  const [owner, roles] = [FIRST_OWNER, [...ROLES]];
  await keys.writePlan(owner, FIRST_PLAN);
  audit(logger, io.user, { change: 'plan set', owner, plan: FIRST_PLAN });
  const { key, record } = await createApiKey(keys, { owner, roles, label: 'first', expires: null });
  audit(logger, io.user, { change: 'key created', owner, keyId: record.id, roles, expires: null });
  return key;
}
