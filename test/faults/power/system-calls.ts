import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A change to a folder by a system call. `handle` is of one opened file or folder and never used again. */
export type Change =
  | { kind: 'open'; path: string; handle: number }
  | { kind: 'write'; handle: number; at: number; data: Buffer }
  | { kind: 'truncate'; handle: number; bytes: number }
  | { kind: 'sync'; handle: number }
  | { kind: 'link' | 'rename'; path: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'mkdir'; path: string }
  /** Not to a file: a line on the standard output. */
  | { kind: 'say'; line: string };

/** A system call begins, or has ended. */
export type Step = { change: Change; isEnd: boolean };

const CALLS =
  '?open,openat,?openat2,?creat,close,write,writev,pwrite64,pwritev,pwritev2,ftruncate,?truncate,fallocate,fsync,' +
  'fdatasync,?rename,?renameat,renameat2,?link,linkat,?unlink,unlinkat,?mkdir,mkdirat';
/** Strings in hexadecimal and whole. */
const FORMAT = ['-f', '--seccomp-bpf', '-qq', '-xx', '-s', '1000000', '-e', 'signal=none', '-e', `trace=${CALLS}`];

/** Why calls cannot be traced here; undefined: they can. */
export function whyNotTraced(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', [...FORMAT, '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (error) return error.message;
  return status === 0 ? undefined : stderr.trim();
}

/** Runs a script of Node, and gives what it did below the folder `base`. */
export async function traced(base: string, script: readonly string[]): Promise<Step[]> {
  const file = join(base, 'trace');
  const command = [...FORMAT, '-o', file, process.execPath, ...script];
  const child = spawn('strace', command, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the traced process ended with ${code ?? signal}`);
  try {
    return new TraceReader(base).read(readFileSync(file));
  } finally {
    rmSync(file);
  }
}

const [CODE_OF_0, CODE_OF_A] = [0x30, 0x61];

type Call = { change: Change | undefined };
let handles = 0;

class TraceReader {
  readonly #base: string;
  readonly #steps: Step[] = [];
  readonly #failed = new Set<Change>();
  /** By thread. */
  readonly #unfinished = new Map<string, Call>();
  /** By descriptor, what is open below the base. */
  readonly #open = new Map<string, number>();

  constructor(base: string) {
    this.#base = base;
  }

  read(trace: Buffer): Step[] {
    for (let from = 0; from < trace.length;) {
      const to = trace.indexOf('\n', from);
      const thread = trace.toString('latin1', from, trace.indexOf(' ', from));
      this.#line(thread, trace.toString('latin1', from + thread.length, to).trimStart());
      from = to + 1;
    }
    return this.#steps.filter(({ change }) => !this.#failed.has(change));
  }

  #line(thread: string, line: string): void {
    const isResumed = line.startsWith('<... ');
    const isUnfinished = line.endsWith(' <unfinished ...>');
    if (line.startsWith('+++')) return;
    const call = isResumed ? this.#unfinished.get(thread) : this.#begin(line);
    if (!call) throw new Error(`no beginning of ${line}`);
    if (isUnfinished) this.#unfinished.set(thread, call);
    else this.#end(call, line.slice(line.lastIndexOf(' = ') + 3));
  }

  #begin(line: string): Call {
    const name = line.slice(0, line.indexOf('('));
    const text = line.slice(name.length + 1).replace(/(\) += [^"]*| <unfinished \.\.\.>)$/, '');
    const change = this.#changeOf(name, text.split(', '));
    if (name === 'close') this.#open.delete(text);
    if (change) this.#steps.push({ change, isEnd: false });
    return { change };
  }

  /** Of a call that the end of its process cut off the result is a question mark. */
  #end({ change }: Call, result: string): void {
    if (!change || result.startsWith('?')) return;
    if (result.startsWith('-1 ')) return void this.#failed.add(change);
    if (change.kind === 'open') this.#open.set(result, change.handle);
    if (change.kind === 'write' && change.data.length !== Number(result)) throw new Error('a write was cut short');
    this.#steps.push({ change, isEnd: true });
  }

  #changeOf(name: string, given: readonly string[]): Change | undefined {
    const [descriptor = '', data = ''] = given;
    if (name === 'write' && descriptor === '1') return { kind: 'say', line: bytesOf(data).toString() };
    const handle = this.#open.get(descriptor);
    if (handle !== undefined) return name === 'close' ? undefined : changeOfOpen(name, handle, given);
    const [path = '', to] = given.filter((each) => each.startsWith('"')).map((each) => bytesOf(each).toString());
    // The shared memory is made anew after a power failure.
    if (!`${path}/`.startsWith(`${this.#base}/`) || path.endsWith('-shm')) return undefined;
    return changeOfName(name, path, { to, flags: given[2] });
  }
}

function changeOfOpen(name: string, handle: number, [, second = '', , fourth]: readonly string[]): Change {
  if (name === 'pwrite64') return { kind: 'write', handle, at: Number(fourth), data: bytesOf(second) };
  if (name === 'ftruncate') return { kind: 'truncate', handle, bytes: Number(second) };
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', handle };
  throw new Error(`the simulated disk has no ${name}`);
}

type Given = Record<'to' | 'flags', string | undefined>;

function changeOfName(name: string, path: string, { to, flags }: Given): Change {
  const isEmptied = flags?.includes('O_TRUNC') && !flags.includes('O_EXCL');
  if (name === 'openat' && !isEmptied) return { kind: 'open', path, handle: ++handles };
  const kind = (['link', 'rename', 'unlink', 'mkdir'] as const).find((each) => name.startsWith(each));
  if (kind === 'unlink' || kind === 'mkdir') return { kind, path };
  if (kind && to !== undefined) return { kind, path, to };
  throw new Error(`the simulated disk has no ${name} of ${path}`);
}

/** Of a text of strace: two digits for each byte, after a backslash and an x. */
function bytesOf(text: string): Buffer {
  if (!text.endsWith('"')) throw new Error('strace has cut a string');
  const bytes = Buffer.alloc((text.length - 2) / 4);
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digitAt(text, 4 * i + 3) + digitAt(text, 4 * i + 4);
  return bytes;
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code - (code < CODE_OF_A ? CODE_OF_0 : CODE_OF_A - 10);
}
