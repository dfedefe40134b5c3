import { expect } from 'chai';
import type { AcceptanceAnswer, AcceptanceClient, HeaderFields } from './client.js';
import { expectStatus } from './expecting.js';
import type { CreatedDocument, ErrorBody, WrittenVersion } from './shapes.js';

export type LineAnswer = {
  line: number;
  status: number;
  body?: CreatedDocument & WrittenVersion;
  error?: ErrorBody['error'];
  ended?: true;
};

export const ndjson = { 'Content-Type': 'application/x-ndjson' };

export function post(
  client: AcceptanceClient,
  body: string | Uint8Array<ArrayBuffer>,
  headers: HeaderFields = ndjson,
): Promise<AcceptanceAnswer<unknown>> {
  return client.send('POST', '/v1/bulk', { body, headers });
}

export function linesOf(answer: AcceptanceAnswer<unknown>): LineAnswer[] {
  expectStatus(answer, 200);
  return answer.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LineAnswer]));
}

export async function bulk(client: AcceptanceClient, lines: readonly (object | string)[]): Promise<LineAnswer[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return linesOf(await post(client, text));
}

export const statuses = (answers: readonly LineAnswer[]): number[] => answers.map(({ status }) => status);

export function faultsOf({ status, error, ended }: LineAnswer): string[] {
  expect([status, error?.code, ended]).to.deep.equal([400, 'VALIDATION_ERROR', undefined]);
  return (error?.details as { errors: { path: string }[] }).errors.map(({ path }) => path);
}
