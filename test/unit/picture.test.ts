import { expect } from 'chai';
import { barsOf, linesOf } from '../bench/report/draw-pictures.js';
import { growthPicture, ratiosPicture, type Bar } from '../bench/report/picture.js';

type Attributes = Readonly<Record<string, string>>;

function elementsOf(svg: string, element: string, name: string): Attributes[] {
  const tags = [...svg.matchAll(new RegExp(`<${element} class="${name}"[^>]*>`, 'g'))];
  return tags.map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, attribute = '', value = '']) => [attribute, value]),
    ),
  );
}

function numbersOf(elements: readonly Attributes[], attribute: string): number[] {
  return elements.map((attributes) => Number(attributes[attribute]));
}

function barOf(ratio: number, label = `ratio ${ratio}`): Bar {
  return { label, ratio, low: ratio * 0.9, high: ratio * 1.1 };
}

describe('bench: picture of the ratios', () => {
  const svg = ratiosPicture([0.25, 0.5, 1, 2, 4].map((ratio) => barOf(ratio)));
  const bars = elementsOf(svg, 'rect', 'bar');
  const [one = NaN] = numbersOf(elementsOf(svg, 'line', 'one'), 'x1');

  it('has a bar, a label and the figures for each ratio', () => {
    expect(bars).to.have.length(5);
    for (const ratio of [0.25, 0.5, 1, 2, 4]) expect(svg).to.contain(`>ratio ${ratio}</text>`);
    expect(svg).to.contain('>4.00 (3.60 to 4.40)</text>');
  });

  it('draws half as much and twice as much equally long, and a quarter twice as long', () => {
    const [quarter, half, none, twice, fourfold] = numbersOf(bars, 'width');
    expect(half).to.be.greaterThan(10);
    expect(twice).to.be.closeTo(half as number, 0.2);
    expect(quarter).to.be.closeTo(2 * (half as number), 0.2);
    expect(fourfold).to.be.closeTo(2 * (half as number), 0.2);
    expect(none).to.equal(0);
  });

  it('begins bars above 1 at the line, and ends bars below 1 there', () => {
    const [starts, widths] = [numbersOf(bars, 'x'), numbersOf(bars, 'width')];
    expect(starts.slice(2)).to.deep.equal([one, one, one]);
    for (const n of [0, 1]) expect((starts[n] as number) + (widths[n] as number)).to.be.closeTo(one, 0.2);
  });

  it('draws the spread around the end of its bar', () => {
    const [spread] = elementsOf(ratiosPicture([barOf(2)]), 'line', 'spread');
    const [bar] = elementsOf(ratiosPicture([barOf(2)]), 'rect', 'bar');
    const end = Number(bar?.['x']) + Number(bar?.['width']);
    expect(Number(spread?.['x1'])).to.be.lessThan(end);
    expect(Number(spread?.['x2'])).to.be.greaterThan(end);
  });

  it('escapes labels', () => {
    const hostile = ratiosPicture([barOf(2, '</text><script>&"')]);
    expect(hostile).to.contain('>&lt;/text&gt;&lt;script&gt;&amp;&quot;</text>').and.not.to.contain('<script>');
  });

  it('refuses what has no place on a logarithmic scale', () => {
    for (const ratio of [0, -1, NaN, Infinity]) expect(() => ratiosPicture([barOf(ratio)])).to.throw(RangeError);
  });

  it('has a title and a description', () => {
    expect(svg)
      .to.match(/<title id="title">.+<\/title>/)
      .and.to.match(/<desc id="description">.+<\/desc>/);
  });
});

describe('bench: picture of growth', () => {
  const svg = growthPicture([
    {
      name: 'a & b',
      points: [
        { heads: 10, milliseconds: 1 },
        { heads: 100, milliseconds: 2 },
      ],
    },
    {
      name: 'c',
      points: [
        { heads: 10, milliseconds: 3 },
        { heads: 1_000, milliseconds: 4 },
      ],
    },
  ]);
  const points = elementsOf(svg, 'circle', 'point');
  const [floor = NaN] = numbersOf(elementsOf(svg, 'line', 'axis'), 'y1');

  it('has a point for each figure, as high above the axis as the figure is large', () => {
    const heights = numbersOf(points, 'cy').map((y) => floor - y);
    expect(heights).to.have.length(4);
    heights.forEach((height, n) => expect(height).to.be.closeTo((n + 1) * (heights[0] as number), 0.5));
    expect(heights[0]).to.be.greaterThan(10);
  });

  it('places each tenfold size at the same distance', () => {
    const [ten, hundred, tenAgain, thousand] = numbersOf(points, 'cx') as [number, number, number, number];
    expect(tenAgain).to.equal(ten);
    expect(thousand - ten).to.be.closeTo(2 * (hundred - ten), 0.2);
  });

  it('rounds figures to three digits', () => {
    const points = [
      { heads: 10, milliseconds: 0.123456 },
      { heads: 100, milliseconds: 0.3 },
    ];
    const small = growthPicture([{ name: 'small', points }]);
    expect(small).to.contain('>0.123 ms</text>');
    expect(small).not.to.match(/\d{5,} ms/);
  });

  it('names its lines, escaped', () => {
    expect(svg).to.contain('>a &amp; b</text>').and.to.contain('>c</text>');
  });

  it('refuses a single size', () => {
    const line = { name: 'one', points: [{ heads: 10, milliseconds: 1 }] };
    expect(() => growthPicture([line])).to.throw(RangeError);
    expect(() => growthPicture([])).to.throw(RangeError);
  });
});

describe('bench: what pictures show of a run', () => {
  const mark = { ratio: 0.5, low: 0.4, high: 0.6 };

  it('leaves out single shapes of queries and rows where less is better', () => {
    const bars = barsOf({
      'search/10/throughput': { ...mark, better: 'higher' },
      'search/10, one letter/throughput': { ...mark, better: 'higher' },
      'search/10/p50 of one client': { ...mark, better: 'lower' },
    });
    expect(bars).to.deep.equal([{ label: 'search/10/throughput', ...mark }]);
  });

  it('takes both lines of growth from the p50 of one client', () => {
    const rows = [
      { key: 'search/10/p50 of one client', figure: 2, referenceFigure: 1 },
      { key: 'search/100/p50 of one client', figure: 4, referenceFigure: 3 },
      { key: 'search/100/throughput', figure: 9, referenceFigure: 9 },
    ];
    expect(linesOf({ rows }).map(({ points }) => points)).to.deep.equal([
      [
        { heads: 10, milliseconds: 2 },
        { heads: 100, milliseconds: 4 },
      ],
      [
        { heads: 10, milliseconds: 1 },
        { heads: 100, milliseconds: 3 },
      ],
    ]);
  });
});
