import { escapeHtml } from '../../../src/viewer/escape.js';

/** A ratio of a figure to its reference: median, lowest and highest of the rounds. */
export type Bar = { label: string; ratio: number; low: number; high: number };
export type PictureLine = { name: string; points: readonly { heads: number; milliseconds: number }[] };
type Text = { x: number; y: number; text: string; anchor?: 'start' | 'middle' | 'end' };
type Scale = (value: number) => number;
type Frame = { title: string; description: string; height: number; content: readonly string[] };

const WIDTH = 900;
const LEFT = 360;
const RIGHT = 740;
const TOP = 40;
const ROW = { height: 20, bar: 9 };
/** Mid-tones: each has a contrast of at least 3 both on white and on the dark pages of code hosts. */
const INK = '#7a7a7a';
const AHEAD = '#3b82f6';
const BEHIND = '#d97706';
const RATIO_TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const GROWTH = { edge: 60, left: 120, right: 700, bottom: 340 };

/** Bars from 1 to each ratio on a logarithmic scale: half as much and twice as much are equally long. */
export function ratiosPicture(bars: readonly Bar[]): string {
  const bottom = TOP + bars.length * ROW.height;
  const ends = [...bars.flatMap(({ low, high, ratio }) => [low, high, ratio]), 0.5, 2];
  if (!ends.every((end) => end > 0 && end < Infinity)) throw new RangeError('a ratio must be above 0 and finite');
  const from = RATIO_TICKS.findLast((tick) => tick <= Math.min(...ends)) ?? Math.min(...ends);
  const to = RATIO_TICKS.find((tick) => tick >= Math.max(...ends)) ?? Math.max(...ends);
  const x = (ratio: number) => LEFT + ((RIGHT - LEFT) * Math.log(ratio / from)) / Math.log(to / from);
  const ticks = RATIO_TICKS.filter((tick) => tick >= from && tick <= to).flatMap((tick) => [
    line(tick === 1 ? 'one' : 'grid', [x(tick), TOP - 8, x(tick), bottom]),
    text({ x: x(tick), y: TOP - 14, text: String(tick), anchor: 'middle' }),
  ]);
  return picture({
    title: 'Quire against its references, in work per second',
    description:
      'A bar for each row, from the line at 1 to the ratio. Right of the line Quire does more per second ' +
      'than its reference, left of it less. The thin line is the spread of the rounds. The scale is logarithmic.',
    height: bottom + 10,
    content: [...ticks, ...bars.flatMap((bar, row) => barParts(bar, TOP + (row + 0.5) * ROW.height, x))],
  });
}

function barParts({ label, ratio, low, high }: Bar, y: number, x: Scale): string[] {
  const [start, width] = [at(Math.min(x(1), x(ratio))), at(Math.abs(x(ratio) - x(1)))];
  const colour = ratio >= 1 ? AHEAD : BEHIND;
  const values = `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return [
    text({ x: LEFT - 10, y: y + 4, text: label, anchor: 'end' }),
    `<rect class="bar" x="${start}" y="${at(y - ROW.bar + 2)}" width="${width}" height="${ROW.bar}" fill="${colour}"/>`,
    line('spread', [x(low), y + 5, x(high), y + 5]),
    ...[low, high].map((end) => line('spread', [x(end), y + 3, x(end), y + 7])),
    text({ x: RIGHT + 10, y: y + 4, text: values }),
  ];
}

/** Milliseconds from zero upwards; heads on a logarithmic scale. The first line is solid, the others are dashed. */
export function growthPicture(lines: readonly PictureLine[]): string {
  const points = lines.flatMap((each) => each.points);
  const sizes = [...new Set(points.map(({ heads }) => heads))].sort((a, b) => a - b);
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) throw new RangeError('growth needs two sizes');
  const { edge, left, right, bottom } = GROWTH;
  const longest = Math.max(...points.map(({ milliseconds }) => milliseconds));
  const step = 10 ** Math.floor(Math.log10(longest));
  const steps = Array.from({ length: Math.ceil(longest / step) + 1 }, (_, n) => n * step);
  const x = (heads: number) => left + ((right - left) * Math.log(heads / smallest)) / Math.log(largest / smallest);
  const y = (milliseconds: number) => bottom - ((bottom - TOP) * milliseconds) / (steps.at(-1) ?? 1);
  return picture({
    title: 'Time of one search as the corpus grows',
    description: 'Median time of a search of one client, in milliseconds, by the number of documents.',
    height: bottom + 40,
    content: [
      ...steps.flatMap((mark) => [
        line(mark === 0 ? 'axis' : 'grid', [edge, y(mark), right, y(mark)]),
        text({ x: edge - 10, y: y(mark) + 4, text: inMilliseconds(mark), anchor: 'end' }),
      ]),
      ...sizes.map((size) => text({ x: x(size), y: bottom + 22, text: documents(size), anchor: 'middle' })),
      ...lines.flatMap((each, index) => lineParts(each, index, { x, y })),
    ],
  });
}

function lineParts({ name, points }: PictureLine, index: number, { x, y }: { x: Scale; y: Scale }): string[] {
  const [colour, dash] = index === 0 ? [AHEAD, ''] : [BEHIND, ' stroke-dasharray="6 4"'];
  const path = points.map(({ heads, milliseconds }) => `${at(x(heads))},${at(y(milliseconds))}`).join(' ');
  const last = points.at(-1);
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`,
    ...points.flatMap(({ heads, milliseconds }) => [
      `<circle class="point" cx="${at(x(heads))}" cy="${at(y(milliseconds))}" r="4" fill="${colour}"/>`,
      text({ x: x(heads), y: y(milliseconds) - 10, text: inMilliseconds(milliseconds), anchor: 'middle' }),
    ]),
    ...(last ? [text({ x: x(last.heads) + 45, y: y(last.milliseconds) + 4, text: name })] : []),
  ];
}

function picture({ title, description, height, content }: Frame): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
      'role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="12">',
    `<title id="title">${escapeHtml(title)}</title>`,
    `<desc id="description">${escapeHtml(description)}</desc>`,
    `<style>text { fill: ${INK} } line { stroke: ${INK} } .grid { opacity: 0.35 }</style>`,
    ...content,
    '</svg>',
    '',
  ].join('\n');
}

function text({ x, y, text: words, anchor = 'start' }: Text): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escapeHtml(words)}</text>`;
}

function line(name: string, ends: readonly [x1: number, y1: number, x2: number, y2: number]): string {
  const [x1, y1, x2, y2] = ends.map(at);
  return `<line class="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
}

const at = (position: number): string => position.toFixed(1);
const documents = (count: number): string => `${count.toLocaleString('en-US')} documents`;
const inMilliseconds = (value: number): string => `${Number(value.toPrecision(3))} ms`;
