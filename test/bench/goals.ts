/** What a ratio should be. */
export type Goal = { atLeast: number } | { atMost: number };

/** By the keys of rows; `*` stands for any one of their parts. */
const GOALS: readonly (readonly [key: string, goal: Goal])[] = [
  ['search/10000/throughput', { atLeast: 0.36 }],
  ['search/1000000/throughput', { atLeast: 0.52 }],
  ['search/1000000/own CPU', { atMost: 0.65 }],
  ['search/*/p50 of one client', { atMost: 2.2 }],
  ['zipf/*/searches', { atLeast: 1 }],
  ['mixed/90 to 10/throughput', { atLeast: 0.9 }],
  ['mixed/90 to 10/p99 of searches', { atMost: 1.5 }],
  ['mixed/50 to 50/throughput', { atLeast: 0.7 }],
  ['reads/list of 50 versions/own CPU', { atMost: 8 }],
  ['writes/*/against grouped', { atLeast: 0.85 }],
  ['hot document/16 clients/pushes', { atLeast: 2.5 }],
  ['bulk/*/creates', { atLeast: 1.2 }],
  ['list/*/documents by the goal', { atLeast: 1 }],
  ['push/*/against pushes', { atLeast: 0.9 }],
  ['push/*/against puts', { atLeast: 0.9 }],
  ['files/*/against puts', { atLeast: 0.8 }],
  ['files/*/own CPU', { atMost: 1.4 }],
  ['cost/embedded search/own CPU', { atMost: 8.5 }],
  ['cost/cluster cached page/own CPU', { atMost: 2.8 }],
  ['cost/cluster document/own CPU', { atMost: 5.5 }],
  ['cost/cluster version/own CPU', { atMost: 5.5 }],
  ['cost/cluster search/own CPU', { atMost: 12.5 }],
  ['cost/cluster search/throughput', { atLeast: 0.36 }],
  ['words/*/searches', { atLeast: 0.5 }],
  ['words/*/page', { atMost: 1.5 }],
  ['words/*/page beside bm25', { atMost: 1 }],
  ['words/*/p99 by the bound', { atMost: 1 }],
  ['words/*/title searches', { atLeast: 0.95 }],
  ['words/*/own CPU of title searches', { atMost: 1.05 }],
  ['words/*/CPU of OpenSearch of title searches', { atMost: 1.05 }],
  ['words/cluster push/own CPU', { atMost: 1.25 }],
  ['words/embedded push/CPU of the main thread', { atMost: 1.1 }],
  ['words/embedded push/more CPU by the bound', { atMost: 1 }],
  ['reindex/*', { atLeast: 0.85 }],
  ['reindex in parts/*', { atLeast: 0.85 }],
  ['driver/all runs/share of a CPU', { atMost: 0.9 }],
];

export function goalOf(key: string): Goal | undefined {
  return GOALS.find(([pattern]) => matches(pattern.split('/'), key.split('/')))?.[1];
}

export function wasSeen(goal: Goal, ratio: number): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

function matches(pattern: readonly string[], key: readonly string[]): boolean {
  return pattern.length === key.length && pattern.every((part, i) => part === '*' || part === key[i]);
}
