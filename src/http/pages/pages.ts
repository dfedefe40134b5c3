import { QuireError } from '../../domain/errors.js';
import { ownVersion } from '../../platform/own-file.js';
import { answerConstant } from '../answers/constant-answer.js';
import type { Json } from '../openapi/components.js';
import type { HttpContext } from '../state.js';
import { frontPage } from './front-page.js';
import { referencePage } from './reference/reference-page.js';

/** A sheet of paper with lines, which shows on light and on dark tabs. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5fcc"/><path d="M9 6h10l5 5v15H9z" fill="#fff"/><path d="M19 6v5h5" fill="none" stroke="#0b5fcc" stroke-width="1.5"/><path d="M12.5 15h8M12.5 18.5h8M12.5 22h5" stroke="#0b5fcc" stroke-width="1.7" stroke-linecap="round"/></svg>
`;

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const FORWARDED = /^(x-forwarded-.+|forwarded|via|x-real-ip)$/;

type Handler = (ctx: HttpContext) => Promise<void>;

export type PageOptions = {
  /** Known once the service listens. */
  baseUrl(): string;
  description: Json;
  /** How the operator's shell runs `quire`. Told only to a browser on this machine: it may name the data folder. */
  command: string;
};

const FOR_A_DAY = 'public, max-age=86400';

/** Pages about the service, by path. */
export function sitePages({ baseUrl, description, command }: PageOptions): Record<string, Handler> {
  const icon = answerConstant(() => ({
    text: ICON,
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': FOR_A_DAY },
  }));
  const frontWith = (shown: string) =>
    answerConstant(() => frontPage({ version: ownVersion(), baseUrl: baseUrl(), command: shown }));
  const [frontHere, frontElsewhere] = [frontWith(command), frontWith('quire')];
  return {
    '/': unlessJsonAlone((ctx) => (isFromThisMachine(ctx) ? frontHere(ctx) : frontElsewhere(ctx))),
    '/docs': answerConstant(() => referencePage(description, baseUrl())),
    '/favicon.svg': icon,
    '/favicon.ico': ifAccepted('image/svg+xml', icon),
    '/robots.txt': answerConstant(() => ({
      text: 'User-agent: *\nDisallow: /v1/\nDisallow: /console\n',
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': FOR_A_DAY },
    })),
  };
}

/** Unknown to a client that asks for JSON alone. Every other one gets the page: curl and monitors, too. */
function unlessJsonAlone(answer: Handler): Handler {
  return async (ctx) => {
    ctx.vary('Accept');
    if (ctx.accepts('json') !== false && ctx.accepts('html') === false) throw new QuireError('ROUTE_NOT_FOUND');
    await answer(ctx);
  };
}

/** For clients of the interface the path stays unknown: only a client that names the type gets it. */
function ifAccepted(type: string, answer: Handler): Handler {
  return async (ctx) => {
    ctx.vary('Accept');
    if (ctx.accepts('json', type) !== type) throw new QuireError('ROUTE_NOT_FOUND');
    await answer(ctx);
  };
}

/**
 * Whether the client itself, and not only a proxy, is on this machine. For a service that listens on loopback alone.
 * A proxy adds a header of forwarding, or passes on the name that the client called. One that does neither is not
 * recognised.
 */
export function isFromThisMachine({ headers, hostname }: Pick<HttpContext, 'headers' | 'hostname'>): boolean {
  return LOOPBACK_NAMES.has(hostname) && !Object.keys(headers).some((name) => FORWARDED.test(name));
}
