export type ParsedResponse = { status: number; body: Buffer };

type Head = { status: number; bodyAt: number; length: number | 'chunked' };

const NOTHING: Buffer = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';

/**
 * Reads the answers of HTTP/1.1 that come over one connection, one at a time. Only what the servers of a bench send:
 * Node's own client takes several times the CPU, and would be what limits a run against a bare server.
 */
export class ResponseParser {
  #pending = NOTHING;
  #head: Head | undefined;

  /** The answer, once it is whole. Raises an error for what is no answer to a request that was sent alone. */
  push(chunk: Buffer): ParsedResponse | undefined {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#head ??= readHead(this.#pending);
    const head = this.#head;
    const found = head && readBody(this.#pending, head);
    if (!head || !found) return undefined;
    if (found.end !== this.#pending.length) throw new Error('there is more than one answer');
    this.#pending = NOTHING;
    this.#head = undefined;
    return { status: head.status, body: found.body };
  }
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const text = bytes.toString('latin1', 0, end);
  const status = text.startsWith('HTTP/1.1 ') ? Number(text.slice(9, 12)) : NaN;
  if (!(status >= 200)) throw new Error(`no answer of HTTP/1.1: ${text.slice(0, 100)}`);
  return { status, bodyAt: end + HEAD_END.length, length: lengthOf(text, status) };
}

function lengthOf(head: string, status: number): Head['length'] {
  if (status === 204 || status === 304) return 0;
  const digits = valueOf(head, 'Content-Length') ?? valueOf(head, 'content-length');
  if (digits !== undefined) return Number(digits);
  const coding = valueOf(head, 'Transfer-Encoding') ?? valueOf(head, 'transfer-encoding');
  if (coding === 'chunked') return 'chunked';
  throw new Error('an answer whose end cannot be told');
}

/** Of a header in this very spelling: a search of all others would take as long as all the rest. */
function valueOf(head: string, name: string): string | undefined {
  const at = head.indexOf(`\r\n${name}: `);
  if (at === -1) return undefined;
  const start = at + name.length + 4;
  const end = head.indexOf('\r\n', start);
  return head.slice(start, end === -1 ? undefined : end);
}

type Body = { body: Buffer; end: number };

function readBody(bytes: Buffer, { bodyAt, length }: Head): Body | undefined {
  if (length === 'chunked') return readChunks(bytes, bodyAt);
  const end = bodyAt + length;
  return bytes.length < end ? undefined : { body: bytes.subarray(bodyAt, end), end };
}

/** Without trailers, which no server of a bench sends. */
function readChunks(bytes: Buffer, from: number): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    at = start + size + 2;
    if (bytes.length < at) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(start, start + size));
  }
}
