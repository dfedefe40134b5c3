import { NoAnswerError } from './api-error.js';

/** The longest line has the metadata of a document, which are 4 MiB at most, or the faults of one. */
export const MOST_LINE_CHARACTERS = 16 * 1024 * 1024;

/** The body as text, with a byte order mark as that of a file. Raises as `bytesOf`. */
export async function textOf(response: Response, mostBytes: number): Promise<string> {
  // Some runtimes have no streams.
  return response.body ? DECODER.decode(await bytesOf(response, mostBytes)) : response.text();
}

/** Raises `NoAnswerError` as soon as there are more bytes, and reads no further. */
export async function bytesOf(response: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks);
    bytes += value.length;
    if (bytes > mostBytes) {
      leave(reader);
      throw tooLong(response, `an answer of more than ${mostBytes} bytes`);
    }
    chunks.push(value);
  }
}

/** The lines of a body as they come; the last may be cut off. `wait` is for each chunk. */
export async function* linesOf(response: Response, wait: <T>(work: Promise<T>) => Promise<T>): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await wait(reader.read());
      if (done) break;
      // Only the new text is looked at: a long line that comes in many chunks costs no more than its length.
      const [first = '', ...others] = decoder.decode(value, { stream: true }).split('\n');
      rest += first;
      for (const part of others) {
        yield rest;
        rest = part;
      }
      if (rest.length > MOST_LINE_CHARACTERS) throw tooLong(response, 'a line without an end');
    }
    if (rest !== '') yield rest;
  } finally {
    leave(reader);
  }
}

/** Ends a body that is not read to its end, and with it the connection. It may be at its end. */
export function leave(body: { cancel(): Promise<void> } | null | undefined): void {
  void body?.cancel().catch(() => undefined);
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** To decode in one go is several times as fast as chunk by chunk. */
function joined(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first = new Uint8Array()] = chunks;
  if (chunks.length < 2) return first;
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLong({ status }: Response, what: string): NoAnswerError {
  return new NoAnswerError(`${what}: ${status}, of no service of Quire`, { status });
}
