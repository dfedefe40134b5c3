import { expect } from 'chai';
import { expectStatus, type Answer, type Client, type ErrorBody, type Headers } from '../http/client.js';
import type { Created, NewVersion } from '../http/making.js';

export type LineAnswer = {
  line: number;
  status: number;
  body?: Created & NewVersion;
  error?: ErrorBody['error'];
  ended?: true;
};

export const ndjson = { 'Content-Type': 'application/x-ndjson' };

export function post(
  client: Client,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Headers = ndjson,
): Promise<Answer> {
  return client.send('POST', '/v1/bulk', { body, headers });
}

export function linesOf(answer: Answer): LineAnswer[] {
  expectStatus(answer, 200);
  return answer.text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LineAnswer]));
}

export async function bulk(client: Client, lines: readonly (object | string)[]): Promise<LineAnswer[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return linesOf(await post(client, text));
}

export const statuses = (answers: readonly LineAnswer[]): number[] => answers.map(({ status }) => status);

export function faultsOf({ status, error, ended }: LineAnswer): string[] {
  expect([status, error?.code, ended]).to.deep.equal([400, 'VALIDATION_ERROR', undefined]);
  return (error?.details as { errors: { path: string }[] }).errors.map(({ path }) => path);
}
