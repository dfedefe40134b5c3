import { expect } from 'chai';
import { needsTools, runTool } from './tool.js';

describe('files of Prometheus', () => {
  needsTools('promtool');

  it('are valid', async () => {
    expect(await runTool('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])).to.include(
      'rules found',
    );
  });

  for (const file of ['quire.rules.test.yml', 'quire.rules.days.test.yml']) {
    it(`raise each alarm when they should, and none for a service in good health: ${file}`, async () => {
      expect(await runTool('promtool', ['test', 'rules', `deploy/prometheus/${file}`])).to.include('SUCCESS');
    });
  }
});
