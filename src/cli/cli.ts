import { Command } from 'commander';
import { doctorCommand } from './doctor.js';
import { gcCommand } from './gc.js';
import type { ProcessContext } from './process-context.js';
import { keysCommand } from './keys.js';
import { ownersCommand } from './owners.js';
import { reindexCommand } from './reindex.js';
import { reindexHelperCommand } from './reindex-helper.js';
import { serveCommand } from './serve.js';
import { syncCommand } from './sync.js';

export function createCli(io: ProcessContext): Command {
  const cli = new Command('quire').description('A document hosting service').showHelpAfterError();
  cli.addCommand(serveCommand(io));
  cli.addCommand(keysCommand(io));
  cli.addCommand(ownersCommand(io));
  cli.addCommand(reindexCommand(io));
  cli.addCommand(reindexHelperCommand(io), { hidden: true });
  cli.addCommand(doctorCommand(io));
  cli.addCommand(gcCommand(io));
  cli.addCommand(syncCommand(io));
  return cli;
}
