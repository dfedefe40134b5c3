import { Type, type TSchema } from '@sinclair/typebox';
import { CreatedDocument, NewVersionAnswer, PatchedDocument, PutDocumentAnswer } from './answers.js';
import { integerFrom, named, optionalString, stringEnum, text, type FreeObject } from './common.js';
import { anyError } from './errors.js';
import { DOCUMENT_ID, DOCUMENT_KEY } from './examples.js';

const FREE = Type.Unsafe<FreeObject>({ type: 'object' });

const OP = 'The request that the line stands for.';
const KEY_IS = 'A key of your own, as in `/v1/documents/by-key/{key}`, without escapes.';
const KEY = text(KEY_IS, { examples: [DOCUMENT_KEY] });
const maybe = (description: string, ...examples: string[]) =>
  optionalString({ description: `${description} Null: as absent.`, ...(examples.length > 0 && { examples }) });
const keyed = { idempotency_key: maybe('As the header `Idempotency-Key`.') };
const guarded = { if_match: maybe('As the header `If-Match`, with its quotes.', '"1"') };
const onlyNew = { if_none_match: maybe('As the header `If-None-Match`.', '*') };
const target = {
  id: maybe('The document. Needed without `key`.', DOCUMENT_ID),
  key: maybe(`${KEY_IS} Beside \`id\`: the key of that document.`, DOCUMENT_KEY),
};

/** Any line: what is there beside `op` depends on it. */
export type ParsedLine = {
  op: 'put' | 'create' | 'push' | 'patch' | 'delete';
  id?: string | null;
  key?: string | null;
  document?: FreeObject;
  changes?: FreeObject;
  idempotency_key?: string | null;
  if_match?: string | null;
  if_none_match?: string | null;
};

/** The bodies of the requests that the lines stand for. */
type LineBodies = { put: TSchema; create: TSchema; push: TSchema; patch: TSchema };

/** Without the schemas of the bodies: the request that a line stands for checks its body. */
export const BulkLine = {
  ...bulkLine({ put: FREE, create: FREE, push: FREE, patch: FREE }),
  // One alternative has the errors. Tools take it for names of schemas.
  discriminator: { propertyName: 'op' },
};

export function describedBulkLine(bodies: LineBodies) {
  return named('BulkLine', bulkLine(bodies));
}

function bulkLine({ put, create, push, patch }: LineBodies) {
  const lineOf = (name: string, op: ParsedLine['op'], members: Record<string, TSchema>) =>
    named(
      `${name}Line`,
      Type.Object({ op: stringEnum([op], OP), ...members }, { description: `A line of a bulk request: ${op}.` }),
    );
  return Type.Unsafe<ParsedLine>({
    type: 'object',
    description: 'One line of a bulk request.',
    oneOf: [
      lineOf('Put', 'put', {
        key: KEY,
        id: maybe('Its document, which must be there already.', DOCUMENT_ID),
        document: put,
        ...keyed,
        ...guarded,
        ...onlyNew,
      }),
      lineOf('Create', 'create', { document: create, ...keyed }),
      lineOf('Push', 'push', { ...target, document: push, ...keyed, ...guarded }),
      lineOf('Patch', 'patch', { ...target, changes: patch, ...keyed, ...guarded }),
      lineOf('Delete', 'delete', { ...target, ...guarded }),
    ],
  });
}

const Answers = Type.Union([PutDocumentAnswer, CreatedDocument, NewVersionAnswer, PatchedDocument]);

export const BulkAnswer = named(
  'BulkAnswer',
  Type.Object(
    {
      line: integerFrom(1, 'The number of the line. Empty lines are counted.'),
      status: Type.Integer({ description: 'The status of the request that the line stands for.' }),
      body: Type.Optional({ ...Answers, description: 'Absent where the answer to that request has no body.' }),
      error: Type.Optional(anyError()),
      ended: Type.Optional(
        Type.Boolean({ description: 'True: the last answer. This line was not taken, nor any line after it.' }),
      ),
    },
    { description: 'The answer to one line.' },
  ),
);
