import { Type, type TSchema } from '@sinclair/typebox';
import { CreatedDocument, ErrorAnswer, NewVersionAnswer, PatchedDocument } from './answers.js';
import { named, stringEnum, type FreeObject } from './common.js';

const FREE = Type.Unsafe<FreeObject>({ type: 'object' });

const KEY = { description: 'a key of your own' };
const keyed = { idempotency_key: Type.Optional(Type.String({ description: 'as the header Idempotency-Key' })) };
const guarded = { if_match: Type.Optional(Type.String({ description: 'as the header If-Match' })) };
const target = {
  id: Type.Optional(Type.String({ description: 'needed without `key`' })),
  key: Type.Optional(Type.String(KEY)),
};

/** Any line: what is there beside `op` depends on it. */
export type Line = {
  op: 'put' | 'create' | 'push' | 'patch' | 'delete';
  id?: string;
  key?: string;
  document?: FreeObject;
  changes?: FreeObject;
  idempotency_key?: string;
  if_match?: string;
};

/** The bodies of the requests that the lines stand for. */
type LineBodies = { put: TSchema; create: TSchema; push: TSchema; patch: TSchema };

/** Without the schemas of the bodies: the request that a line stands for judges its body. */
export const BulkLine = bulkLine({ put: FREE, create: FREE, push: FREE, patch: FREE });

export function describedBulkLine(bodies: LineBodies) {
  return named('BulkLine', bulkLine(bodies));
}

function bulkLine({ put, create, push, patch }: LineBodies) {
  return Type.Unsafe<Line>({
    type: 'object',
    discriminator: { propertyName: 'op' },
    oneOf: [
      Type.Object({ op: stringEnum(['put']), key: Type.String(KEY), document: put, ...keyed, ...guarded }),
      Type.Object({ op: stringEnum(['create']), document: create, ...keyed }),
      Type.Object({ op: stringEnum(['push']), ...target, document: push, ...keyed, ...guarded }),
      Type.Object({ op: stringEnum(['patch']), ...target, changes: patch, ...keyed, ...guarded }),
      Type.Object({ op: stringEnum(['delete']), ...target, ...guarded }),
    ],
  });
}

const Answers = Type.Union([CreatedDocument, NewVersionAnswer, PatchedDocument]);

export const BulkAnswer = named(
  'BulkAnswer',
  Type.Object({
    line: Type.Integer({ minimum: 1, description: 'the number of the line; empty lines are counted' }),
    status: Type.Integer({ description: 'of the request that the line stands for' }),
    body: Type.Optional({ ...Answers, type: 'object', description: 'absent if the request has no body in its answer' }),
    error: Type.Optional(ErrorAnswer.properties.error),
    ended: Type.Optional(
      Type.Boolean({ description: 'true: the last answer. This line was not taken, nor any line after it.' }),
    ),
  }),
);
