import { Type } from '@sinclair/typebox';
import { VISIBILITIES, type Visibility } from '../../../domain/document.js';
import { DOCUMENT_KEY_BYTES } from '../../../domain/document-key.js';
import { validationError } from '../../../domain/errors.js';
import { RESULT_ORDERS } from '../../../domain/result-order.js';
import { stringEnum } from '../../schemas/common.js';

export const sortQuery = Type.Optional(
  Type.Unsafe<(typeof RESULT_ORDERS)[number]>({
    ...stringEnum(
      RESULT_ORDERS,
      'The order: by title, or by the time of the last change or of creation; with a minus from the newest on. ' +
        'Equal ones are by identifier. By default `title`.',
    ),
    examples: ['-updated_at'],
  }),
);

function timeQuery(description: string, example: string) {
  return Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description} A time as in RFC 3339. Empty: absent.`,
      examples: [example],
    }),
  );
}

/** Conditions that lists and searches share. `keyExample`: a beginning of the example's key. */
export function conditionQueries(keyExample: string) {
  return {
    key_prefix: Type.Optional(
      Type.String({
        maxLength: DOCUMENT_KEY_BYTES,
        description: 'Only documents whose own key begins with this text. Empty: absent.',
        examples: [keyExample],
      }),
    ),
    visibility: Type.Optional(
      Type.Unsafe<Visibility>({
        ...stringEnum(VISIBILITIES, 'Only documents of this visibility.'),
        examples: ['private'],
      }),
    ),
    updated_from: timeQuery('Only documents that were changed at this time or later.', '2026-03-14T16:09:26+01:00'),
    updated_before: timeQuery('Only documents that were changed before this time.', '2100-01-01T00:00:00Z'),
  };
}

const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** As documents have their times; what is below a millisecond counts as a whole one. Raises a validation error. */
export function timeIn<N extends string>(query: { [name in N]?: string | undefined }, name: N): string | undefined {
  const sent = query[name];
  if (sent === undefined || sent === '') return undefined;
  const text = sent.toUpperCase();
  const [, day = '', , fraction = ''] = TIME.exec(text) ?? [];
  // Date takes 30 February for a day in March.
  const isDay = day !== '' && new Date(Date.parse(day) || 0).toISOString().startsWith(day);
  const time = isDay ? Date.parse(text) + (/[1-9]/.test(fraction.slice(4)) ? 1 : 0) : NaN;
  const written = Number.isNaN(time) ? '' : new Date(time).toISOString();
  // Years of other than four digits would not be in the order of texts.
  if (/^\d{4}-/.test(written)) return written;
  throw validationError([{ path: `/${name}`, message: 'must be a time such as 2026-03-14T15:09:26Z' }]);
}
