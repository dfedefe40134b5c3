import type { Exchange, Handler, HttpProxyAnswer, HttpProxyRequest } from '../support/http-proxy.js';

/** The server never gets the request. */
export const reset: Handler = (exchange) => exchange.reset();
export const silent: Handler = () => undefined;

/** The server does what it is asked. */
export const lost: Handler = async (exchange) => {
  await exchange.forward();
  exchange.reset();
};
export const doneInSilence: Handler = async (exchange) => {
  await exchange.forward();
};
export const stalledBody: Handler = async (exchange) => exchange.begin(await exchange.forward());
export const cutBody: Handler = async (exchange) => {
  await exchange.begin(await exchange.forward());
  exchange.reset();
};
/** Half of the body, said to be all of it. */
export const halfBody: Handler = async (exchange) => {
  const answer = await exchange.forward();
  exchange.answer({ ...answer, body: answer.body.subarray(0, answer.body.length / 2) });
};

/** What something between the service and the server says in its place. */
export const answering =
  (answer: HttpProxyAnswer): Handler =>
  (exchange: Exchange) =>
    exchange.answer(answer);

export function page(status: number): Handler {
  const body = Buffer.from('<!doctype html><title>Back soon</title><p>We are improving things for you.');
  return answering({ status, headers: { 'content-type': 'text/html' }, body });
}

export function jsonAnswer(status: number, value: unknown): HttpProxyAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body };
}

/** As OpenSearch words it. */
export function openSearchError(status: number, type: string): HttpProxyAnswer {
  const cause = { type, reason: 'secret reason' };
  return jsonAnswer(status, { error: { root_cause: [cause], ...cause }, status });
}

/** As S3 words it. */
export function s3Error(status: number, code: string): Handler {
  const error = `<Error><Code>${code}</Code><Message>secret</Message></Error>`;
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${error}`);
  return answering({ status, headers: { 'content-type': 'application/xml' }, body });
}

type Item = { kind: string; id: string; lines: string[] };

/** Single items of a bulk request are refused in the place of the server, which gets the others. */
export function refusingItems(
  { status, type }: { status: number; type: string },
  isMeant: (id: string) => boolean,
): Handler {
  return async (exchange) => {
    const items = itemsOf(exchange.request);
    const rest = items.filter(({ id }) => !isMeant(id));
    const done = rest.length === 0 ? [] : await forwardItems(exchange, rest);
    const answers = items.map(({ kind, id }) =>
      isMeant(id) ? { [kind]: { _id: id, status, error: { type, reason: 'secret reason' } } } : done.shift(),
    );
    exchange.answer(jsonAnswer(200, { took: 1, errors: true, items: answers }));
  };
}

function itemsOf({ body }: HttpProxyRequest): Item[] {
  const lines = body.toString().trimEnd().split('\n').values();
  return Array.from(lines, (line) => {
    const [[kind, { _id: id }]] = Object.entries(JSON.parse(line)) as [[string, { _id: string }]];
    return { kind, id, lines: kind === 'delete' ? [line] : [line, String(lines.next().value)] };
  });
}

async function forwardItems(exchange: Exchange, items: readonly Item[]): Promise<unknown[]> {
  const body = Buffer.from(
    items
      .flatMap(({ lines }) => lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const answer = await exchange.forward({ ...exchange.request, body });
  return (JSON.parse(answer.body.toString()) as { items: unknown[] }).items;
}
