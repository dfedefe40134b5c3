import { goalOf, wasSeen, type Goal } from '../goals.js';
import { cpuOf, type Sample } from './sample.js';
import { median, spreadOf, type Spread } from './statistics.js';

/** `neither`: it tells of the driver, or how something is shared, and is held against no baseline. */
export type Better = 'higher' | 'lower' | 'neither';

/** One line of the table. */
export type Row = {
  /** Case, variant and measure: what goals and baseline know it by. */
  key: string;
  unit: string;
  figure: number;
  /** What it is held against, and what that came to. */
  reference: string;
  referenceFigure: number;
  /** Median of the rounds' ratios of figure to reference. */
  ratio: number;
  spread: Spread;
  rounds: number;
  better: Better;
  goal: Goal | null;
  wasSeen: boolean | null;
  /** CPU microseconds a request: of the service's processes, and of the reference's. */
  ownCpu: number | null;
  referenceCpu: number | null;
};

export type Comparison = {
  key: string;
  unit: string;
  reference: string;
  better: Better;
  /** By round. */
  own: readonly number[];
  against: readonly number[];
  ownCpu?: readonly number[];
  referenceCpu?: readonly number[];
};

/** Each round's figure is divided by its own round's reference: what slows a machine for a while slows both. */
export function compare({ own, against, ownCpu, referenceCpu, ...rest }: Comparison): Row {
  const ratios = own.map((figure, round) => figure / (against[round] as number));
  const ratio = median(ratios);
  const goal = goalOf(rest.key) ?? null;
  return {
    ...rest,
    figure: median(own),
    referenceFigure: median(against),
    ratio,
    spread: spreadOf(ratios),
    rounds: ratios.length,
    goal,
    wasSeen: goal && wasSeen(goal, ratio),
    ownCpu: medianOrNull(ownCpu),
    referenceCpu: medianOrNull(referenceCpu),
  };
}

function medianOrNull(values: readonly number[] | undefined): number | null {
  return values?.every(Number.isFinite) && values.length > 0 ? median(values) : null;
}

/** `cpu`: by their names in the samples, the processes whose CPU stands beside the figures. */
export type LegComparison = {
  key: string;
  reference: string;
  own: readonly Sample[];
  against: readonly Sample[];
  cpu: readonly [own: string, reference: string];
};

/** Requests a second, or another figure of two legs. */
export function compareLegs(
  { own, against, cpu, ...named }: LegComparison,
  figure: (sample: Sample) => number = ({ perSecond }) => perSecond,
  { unit, better }: Pick<Row, 'unit' | 'better'> = { unit: '/s', better: 'higher' },
): Row {
  const [ownCpu, referenceCpu] = [series(own, cpuOf(cpu[0])), series(against, cpuOf(cpu[1]))];
  const figures = { own: series(own, figure), against: series(against, figure) };
  return compare({ ...named, unit, better, ...figures, ownCpu, referenceCpu });
}

/** CPU of the one process a request against that of the other. */
export function compareCpu({ own, against, cpu, ...named }: LegComparison): Row {
  const [ownCpu, referenceCpu] = [series(own, cpuOf(cpu[0])), series(against, cpuOf(cpu[1]))];
  return compare({ ...named, unit: 'µs', better: 'lower', own: ownCpu, against: referenceCpu, ownCpu, referenceCpu });
}

/** One figure of each sample. */
export function series(samples: readonly Sample[], figure: (sample: Sample) => number): number[] {
  return samples.map(figure);
}
