import type { StrangeReport } from '../maintenance/shared/strange.js';

export function strangeLines(strange: StrangeReport): string[] {
  return Object.entries(strange).flatMap(([kind, { count, examples }]) => [
    `  strange: ${kind}, ${count}`,
    ...exampleLines(examples, count),
  ]);
}

export function exampleLines(examples: readonly string[], count: number): string[] {
  return [...examples.map((example) => `    ${example}`), ...(count > examples.length ? ['    …'] : [])];
}
