/** What one run gives TLC: the module, and what stands in its configuration. */
export interface Model {
  /** The file `NAME.tla`. */
  readonly module: string;
  /** As TLA+ writes them. */
  readonly constants: Readonly<Record<string, string>>;
  readonly invariants: readonly string[];
  readonly properties: readonly string[];
  /** Checked under `FairSpec` in a run that says `Live`. */
  readonly liveness?: string;
  /** What tells two states apart, where that is not everything. */
  readonly view?: string;
}

const DOCUMENTS: Model = {
  module: 'Scenarios',
  constants: {
    MaxSlot: '4',
    InitV: '1',
    MaxLost: '1',
    WithReindex: 'FALSE',
    WithGc: 'FALSE',
    WithDoctor: 'FALSE',
    WithGiveUp: 'FALSE',
    Broken: '"none"',
  },
  invariants: [
    'AckedIsVisible',
    'AckedIsInLog',
    'NoAckBehindTombstone',
    'NoSharedNumber',
    'OncePerKey',
    'GapFree',
    'DeletedStaysDeleted',
    'NoRevivalFromLog',
    'HeadHasObject',
    'SameOnEveryNode',
    'SeenStays',
  ],
  properties: ['Monotonic'],
  liveness: 'EventuallySettled',
};

const OTHERS: Readonly<Record<string, Model>> = {
  Feed: {
    module: 'Feed',
    constants: { MaxSeq: '4', Docs: '{"a", "b"}', Broken: '"none"' },
    invariants: ['NothingMissed'],
    properties: [],
  },
  Freshness: {
    module: 'Freshness',
    constants: {
      Writers: '{"w1", "w2"}',
      Replicas: '{"r1"}',
      MaxLoss: '0',
      MaxBumpFail: '0',
      WithCache: 'TRUE',
      MaxTime: '0',
      T: '1',
      Broken: '"none"',
    },
    invariants: ['ReadYourWrites'],
    properties: [],
  },
  Unrefreshed: {
    module: 'Unrefreshed',
    constants: {
      Writers: '{"w1", "w2"}',
      DocOf: '<- Same',
      MaxLoss: '0',
      MaxDrop: '1',
      MaxBumpFail: '0',
      MaxTime: '0',
      T: '1',
      WithSwap: 'TRUE',
      WithPages: 'FALSE',
      Broken: '"none"',
    },
    invariants: ['ReadYourWrites'],
    properties: [],
  },
  Quota: {
    module: 'Quota',
    constants: { Creates: '{"a", "b", "c"}', Twins: '{"a", "b"}', MaxLoss: '1', MaxAway: '1', Broken: '"none"' },
    invariants: ['NeverBelow', 'NeverAbove', 'Exact', 'OffByEarly'],
    properties: [],
  },
  Assets: {
    module: 'Assets',
    constants: { Writers: '{"a"}', MaxEntry: '4', MaxTime: '3', Broken: '"none"' },
    invariants: ['KeptHasBytes', 'NamedIsKept', 'NamedIsUsed'],
    properties: [],
  },
  Group: {
    module: 'Group',
    constants: { Docs: '{"a", "b"}', MaxOther: '1', Broken: '"none"' },
    invariants: ['AckedIsWritten', 'OnceOnly'],
    properties: [],
  },
  Ahead: {
    module: 'Ahead',
    constants: { Queues: '<- Pushes', MaxSlot: '5', MaxAhead: '3', MaxLost: '1', Broken: '"none"' },
    invariants: [
      'AckedIsVisible',
      'AckedIsInLog',
      'NoAckBehindTombstone',
      'OncePerKey',
      'NoSharedNumber',
      'GapFree',
      'DeletedStaysDeleted',
      'MatchHolds',
      'ToldStays',
    ],
    properties: ['Monotonic'],
  },
  ByKey: {
    module: 'ByKey',
    constants: {
      Requests: '<- Puts',
      Exists: 'FALSE',
      MaxLife: '2',
      MaxSlot: '3',
      MaxLost: '1',
      WithReindex: 'FALSE',
      WithLoss: 'FALSE',
      WithGc: 'FALSE',
      WithDoctor: 'FALSE',
      Broken: '"none"',
    },
    invariants: [
      'NeverTwo',
      'KeyFindsLiving',
      'LogFindsLiving',
      'AckedIsVisible',
      'AckedIsInLog',
      'AckedWasShown',
      'NoSharedNumber',
      'DeletedStaysDeleted',
      'OncePerPut',
      'AnswersAreTrue',
    ],
    properties: [],
    view: 'View',
  },
  FolderTree: {
    module: 'FolderTree',
    constants: {
      Requests: '<- CrossMoves',
      MaxN: '5',
      MaxLost: '0',
      MaxLie: '0',
      WithGc: 'FALSE',
      WithSweep: 'FALSE',
      WithOld: 'FALSE',
      WithLoss: 'FALSE',
      Broken: '"none"',
    },
    invariants: [
      'AlwaysATree',
      'LogIsTree',
      'CacheIsTrue',
      'AckedTookEffect',
      'AgreesWithAnswers',
      'DeletedStaysDeleted',
      'OneOfTwo',
      'NoneInEmpty',
      'NoOrphan',
      'NothingLost',
      'UnseenIfAbsent',
      'AnswersAreTrue',
    ],
    properties: [],
    view: 'View',
  },
  Takeover: {
    module: 'Takeover',
    constants: {
      Reindexers: '{1, 2}',
      MaxSlot: '2',
      InitV: '1',
      MaxLost: '0',
      MaxLoss: '0',
      WithResume: 'FALSE',
      WithAbandon: 'FALSE',
      LateNotes: '0',
      Tidy: '"noted"',
      Broken: '"none"',
    },
    invariants: ['AckedIsVisible', 'AlwaysServed', 'UsableAtEnd', 'NeverTwo', 'Ends'],
    properties: ['Monotonic'],
    view: 'View',
  },
};

/** The model that a run's first word names: a module, or a scenario of `Scenarios.tla`. */
export function modelOf(name: string): Model {
  return OTHERS[name] ?? { ...DOCUMENTS, constants: { ...DOCUMENTS.constants, Ops: `<- ${name}` } };
}
