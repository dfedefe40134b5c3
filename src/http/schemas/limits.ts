import { Type } from '@sinclair/typebox';
import { integerFrom, named, nullableInteger, nullableString, nullableTimestamp, text, timestamp } from './common.js';

const WINDOW_END = 'When the window ends. A window without any use begins with its first use.';

const RequestWindow = named(
  'RequestWindow',
  Type.Object(
    {
      limit: integerFrom(0, 'The requests that the plan allows in the window.'),
      remaining: integerFrom(0, 'The requests that are left, this one counted.'),
      resets_at: timestamp(WINDOW_END),
    },
    { description: 'A window in which requests are counted.' },
  ),
);

const ByteWindow = named(
  'ByteWindow',
  Type.Object(
    {
      limit: nullableInteger(0, 'The bytes that the plan allows in the window.'),
      remaining: nullableInteger(0, 'The bytes that are left.'),
      resets_at: nullableTimestamp(WINDOW_END),
    },
    { description: 'A window in which stored bytes are counted. Null: the plan does not limit them.' },
  ),
);

const DocumentQuota = named(
  'DocumentQuota',
  Type.Object(
    {
      limit: integerFrom(0, 'The documents that the plan allows to be made in the month.'),
      used: nullableInteger(0, 'The documents made in the month, deleted ones too. Null: not known at the moment.'),
      remaining: nullableInteger(0, 'The documents that are left. Null: not known at the moment.'),
      resets_at: timestamp('When the next month begins, UTC.'),
    },
    { description: 'The quota of documents in a calendar month.' },
  ),
);

const KeyInUse = named(
  'KeyInUse',
  Type.Object(
    {
      id: text('The identifier of the key, which is no secret.'),
      label: nullableString('What the key is for. Null: it has no label.'),
      roles: Type.Array(Type.String(), { description: 'What the key may do. Empty: nothing that needs a role.' }),
      expires_at: nullableTimestamp('When the key stops working. Null: no time is set.'),
    },
    { description: 'The key of the request.' },
  ),
);

export const LimitsAnswer = named(
  'Limits',
  Type.Object(
    {
      owner: text('The owner of the key, of its documents and of its folders.'),
      key: KeyInUse,
      plan: text('The name of the plan.'),
      plan_is_default: Type.Boolean({
        description:
          'True: it is the default plan of the service. No plan is set for the owner, or one that was removed.',
      }),
      requests: Type.Object(
        { minute: RequestWindow, day: RequestWindow },
        { description: 'Requests in a minute and in a day. All keys of the owner share the windows.' },
      ),
      stored_bytes: Type.Object(
        { day: ByteWindow },
        {
          description:
            'Bytes of request bodies in a day, of versions that a restore or a patch copies, of folders that a path makes, ' +
            'and of the entries of tags in the index. Those of writes under way are counted, too.',
        },
      ),
      max_asset_bytes: integerFrom(1, 'The most bytes of one asset. It belongs to the service, not to the plan.'),
      documents: Type.Object({ month: DocumentQuota }, { description: 'Documents made in a calendar month.' }),
    },
    { description: 'The key, the limits of the plan of its owner, and what is left.' },
  ),
);
