import { expect } from 'chai';
import { legendOf, shortQueryOf } from '../../scripts/pictures/dashboard/answers.js';
import { chartOf } from '../../scripts/pictures/dashboard/chart.js';
import { pageOf, shownPanels } from '../../scripts/pictures/dashboard/page.js';
import { ticksTo, written } from '../../scripts/pictures/dashboard/units.js';

const SECONDS = [60, 61, 62];
const SERIES = [
  { name: '2xx', values: [1, null, 3] },
  { name: '4xx', values: [2, 2, 2] },
];

describe('the picture of the dashboard', () => {
  it('draws each of its panels, whatever type and unit it has', () => {
    const page = pageOf(shownPanels().map((panel) => ({ panel, series: SERIES })));
    for (const panel of shownPanels()) {
      expect(page).to.include(panel.title);
      if (panel.type === 'timeseries') chartOf(panel, SECONDS, SERIES);
    }
  });

  it('asks for no variable of Grafana, and for no more than a minute', () => {
    for (const { expr } of shownPanels().flatMap(({ targets = [] }) => targets)) {
      expect(shortQueryOf(expr)).not.to.match(/\$|\[(?!10s|1m)/);
    }
  });

  it('names a line by its labels', () => {
    expect(legendOf('{{method}} {{route}}', { method: 'GET', route: '/d/:id' })).to.equal('GET /d/:id');
  });

  it('says where a panel has no data', () => {
    const [panel] = shownPanels().filter(({ type }) => type === 'timeseries');
    expect(pageOf([{ panel: panel!, series: [] }])).to.include('No data');
  });

  it('lays one line upon another where the panel says so', () => {
    const panel = shownPanels().find(({ title }) => title === 'Requests by status');
    const { data, options } = chartOf(panel!, SECONDS, SERIES);
    expect(data).to.deep.equal([SECONDS, [1, 0, 3], [3, 2, 5]]);
    expect(options.bands).to.deep.equal([{ series: [2, 1] }]);
  });

  it('has axes with round values up to the largest one', () => {
    const texts = (largest: number, unit: string) => ticksTo(largest, unit).map(({ text }) => text);
    expect(texts(0.037, 's')).to.deep.equal(['0 ms', '10 ms', '20 ms', '30 ms', '40 ms']);
    expect(texts(61, 'reqps')).to.deep.equal(['0 req/s', '20 req/s', '40 req/s', '60 req/s', '80 req/s']);
    expect(() => written(1, 'furlongs')).to.throw('furlongs');
  });
});
