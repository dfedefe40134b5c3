import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readPanels } from '../../scripts/monitoring/panels.js';
import { createMetrics } from '../../src/observability/metrics.js';
import { PoolMetrics } from '../../src/workers/pool-metrics.js';

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
};
type Rules = { groups: { rules: Rule[] }[] };
type RuleTests = { tests: { alert_rule_test?: { alertname: string; exp_alerts: unknown[] }[] }[] };

const rules = (parse(readFileSync('deploy/prometheus/quire.rules.yml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const tests = ['quire.rules.test.yml', 'quire.rules.days.test.yml'].flatMap(
  (file) => (parse(readFileSync(`deploy/prometheus/${file}`, 'utf8')) as RuleTests).tests,
);
const panels = readPanels();

/** What a service gives away, as `/metrics` names it. Prometheus itself makes `up`. */
async function metricNames(): Promise<Set<string>> {
  const texts = await Promise.all([createMetrics().registry.metrics(), new PoolMetrics().metrics()]);
  const names = new Set(['up']);
  for (const [, name = '', type] of texts.join('\n').matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type === 'histogram') for (const end of ['bucket', 'count', 'sum']) names.add(`${name}_${end}`);
  }
  return names;
}

function namesIn(expression: string): string[] {
  return expression.match(/\b(?:up|(?:quire|process|nodejs)_\w+)(?=[{[)\s]|$)/g) ?? [];
}

describe('alarms and dashboard', () => {
  it('use only metrics that the service has', async () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const used = expressions.map(namesIn);
    expect(used).not.to.be.empty;
    for (const [storage, names] of used.entries()) expect(names, expressions[storage]).not.to.deep.equal([]);
    expect([...(await metricNames())]).to.include.members(used.flat());
  });

  it('each alarm has a severity, and a section that says what to do', () => {
    expect(rules).not.to.be.empty;
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity, alert).to.be.oneOf(['critical', 'warning']);
      const [file, anchor] = annotations.runbook.split('#') as [string, string];
      expect(anchor).to.equal(alert.toLowerCase());
      expect(readFileSync(file, 'utf8')).to.match(new RegExp(`^## ${alert}$`, 'm'));
    }
  });

  it('each alarm is seen to ring in a test of the rules', () => {
    const rung = tests
      .flatMap(({ alert_rule_test: list = [] }) => list)
      .filter(({ exp_alerts: expected }) => expected.length > 0)
      .map(({ alertname }) => alertname);
    expect(new Set(rung)).to.deep.equal(new Set(rules.map(({ alert }) => alert)));
  });

  it('panels have numbers of their own and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    expect(panels).not.to.be.empty;
    const taken = new Map<string, string>();
    for (const { title, gridPos: at } of panels) {
      for (let x = at.x; x < at.x + at.w; x++) {
        for (let y = at.y; y < at.y + at.h; y++) {
          expect(taken.get(`${x},${y}`), title).to.equal(undefined);
          taken.set(`${x},${y}`, title);
        }
      }
    }
  });
});
