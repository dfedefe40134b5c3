import { readFileSync } from 'node:fs';

export type GridPos = { x: number; y: number; w: number; h: number };
export type Panel = { id: number; type: string; title: string; gridPos: GridPos; targets?: { expr: string }[] };

/** The panels of the dashboard for Grafana. */
export function readPanels(): Panel[] {
  const text = readFileSync('deploy/grafana/dashboards/quire.json', 'utf8');
  return (JSON.parse(text) as { panels: Panel[] }).panels;
}

/** A panel's expression as Prometheus takes it, for all instances. */
export function queryOf(expression: string): string {
  return expression.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m');
}
