import { readFileSync } from 'node:fs';

export type GridPos = { x: number; y: number; w: number; h: number };

export type FieldDefaults = {
  unit: string;
  custom?: { fillOpacity: number; stacking?: { mode: string } };
  thresholds?: { steps: { color: string; value: number | null }[] };
  mappings?: { options: Record<string, { text: string; color: string }> }[];
};

export type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: GridPos;
  targets?: { expr: string; legendFormat: string }[];
  fieldConfig?: { defaults: FieldDefaults };
  options?: { textMode?: string };
};

/** The panels of the dashboard for Grafana. */
export function readPanels(): Panel[] {
  const text = readFileSync('deploy/grafana/dashboards/quire.json', 'utf8');
  return (JSON.parse(text) as { panels: Panel[] }).panels;
}

/** A panel's expression as Prometheus takes it, for all instances. `1m` is what Grafana takes for scrapes of 15 s. */
export function queryOf(expression: string, rateInterval = '1m'): string {
  return expression.replaceAll('$instance', '.*').replaceAll('$__rate_interval', rateInterval);
}
