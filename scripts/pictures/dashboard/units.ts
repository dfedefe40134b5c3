/** By Grafana's names: what the suffix stands for, in the unit itself. */
const UNITS: Readonly<Record<string, readonly [one: number, suffix: string]>> = {
  short: [1, ''],
  reqps: [1, ' req/s'],
  cps: [1, ' c/s'],
  percentunit: [0.01, '%'],
  s: [0.001, ' ms'],
};

const STEPS = [1, 2, 2.5, 5, 10];
const INTERVALS = 4;

export type Tick = { value: number; text: string };

/** With three digits. Raises an Error for a unit that has no suffix here. */
export function written(value: number, unit: string): string {
  const [one, suffix] = suffixOf(unit);
  return `${Number((value / one).toPrecision(3))}${suffix}`;
}

/** Round values from zero to the first that is not below `largest`. */
export function ticksTo(largest: number, unit: string): Tick[] {
  const [one] = suffixOf(unit);
  const least = largest / one / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((each) => each * power >= least) ?? 1) * power * one;
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, n) => ({
    value: n * step,
    text: written(n * step, unit),
  }));
}

function suffixOf(unit: string): readonly [one: number, suffix: string] {
  const known = UNITS[unit];
  if (!known) throw new Error(`there is no suffix for the unit ${unit}`);
  return known;
}
