import type { LoggedLine, RequestEvents } from '../../observability/request-events.js';
import type { HttpContext } from '../state.js';

/** Lines of a request in one line of the log: of keys of the largest size, some 20 KB. */
const TOGETHER = 32;

type LineEvents = Pick<RequestEvents, 'linesWritten' | 'linesRefused'>;
type Event = keyof LineEvents;

/** `hasMade`: a version. */
type Outcome = LoggedLine & { hasMade: boolean };

/**
 * Logs what the lines of a request have written, and the names in those that were refused. A request has any number of
 * lines, so some are logged together, and the last ones when it ends. Each logged line counts as a request in the
 * windows of its owner.
 */
export class LoggedLines {
  readonly #ctx: HttpContext;
  readonly #events: LineEvents;
  readonly #lines: Record<Event, LoggedLine[]> = { linesWritten: [], linesRefused: [] };
  #isEnded = false;

  constructor(ctx: HttpContext, events: LineEvents) {
    this.#ctx = ctx;
    this.#events = events;
  }

  /** Not logged: a line that has changed nothing, and one that was refused and names nothing. */
  add({ hasMade, ...line }: Outcome): void {
    const event = eventOf(line, hasMade);
    if (!event) return;
    const lines = this.#lines[event];
    lines.push(line);
    if (this.#isEnded || lines.length >= TOGETHER) this.#log(event);
  }

  /** Lines that are under way may still write, and are logged one by one. */
  end(): void {
    this.#isEnded = true;
    this.#log('linesWritten');
    this.#log('linesRefused');
  }

  #log(event: Event): void {
    const { requestId, actor } = this.#ctx.state;
    const lines = this.#lines[event].splice(0);
    if (actor && lines.length > 0) this.#events[event]({ requestId, owner: actor.owner, keyId: actor.keyId, lines });
  }
}

/** Whether a line of 5xx has written is unknown. */
function eventOf({ op, status, documentId, folderId, key }: LoggedLine, hasMade: boolean): Event | undefined {
  if (status >= 500 || hasMade || (status < 400 && op === 'delete')) return 'linesWritten';
  return status >= 400 && (documentId ?? folderId ?? key) !== undefined ? 'linesRefused' : undefined;
}
