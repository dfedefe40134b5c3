import { QuireError } from '../../domain/errors.js';
import { ownVersion } from '../../platform/own-file.js';
import { answerConstant } from '../answers/constant-answer.js';
import type { Json } from '../openapi/components.js';
import type { HttpContext } from '../state.js';
import { frontPage } from './front-page.js';
import { isFromThisMachine } from './from-this-machine.js';
import { ICON } from './icon.js';
import { referencePage } from './reference/reference-page.js';

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
