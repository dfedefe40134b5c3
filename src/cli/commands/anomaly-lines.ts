import type { AnomalyReport } from '../../maintenance/shared/anomalies.js';

export function anomalyLines(anomalies: AnomalyReport): string[] {
  return Object.entries(anomalies).flatMap(([kind, { count, examples }]) => [
    `  anomaly: ${kind}, ${count}`,
    ...exampleLines(examples, count),
  ]);
}

export function exampleLines(examples: readonly string[], count: number): string[] {
  return [...examples.map((example) => `    ${example}`), ...(count > examples.length ? ['    …'] : [])];
}
