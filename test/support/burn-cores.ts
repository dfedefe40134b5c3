import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Keeps every core busy while it works, with `perCore` child processes each, that end with this one. */
export async function whileCoresBurn<T>(work: () => Promise<T>, perCore = 1): Promise<T> {
  const burners = Array.from({ length: perCore * availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', SPIN], { stdio: ['pipe', 'ignore', 'inherit'] }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(
      burners.map(async (burner) => {
        const ended = once(burner, 'exit');
        burner.kill('SIGKILL');
        await ended;
      }),
    );
  }
}

/** In slices, so that the end of its standard input, which is the end of its parent, ends it. */
const SPIN = `
  process.stdin.on('end', () => process.exit()).resume();
  const spin = () => {
    for (const until = performance.now() + 50; performance.now() < until;);
    setImmediate(spin);
  };
  spin();
`;
