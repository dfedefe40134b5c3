import { expect } from 'chai';
import { needsTools, runTool } from './tool.js';

describe('files of Prometheus', () => {
  needsTools('promtool');

  it('are valid', async () => {
    expect(await runTool('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])).to.include(
      'rules found',
    );
  });

  it('raise each alarm when they should, and none for a service in good health', async () => {
    expect(await runTool('promtool', ['test', 'rules', 'deploy/prometheus/quire.rules.test.yml'])).to.include(
      'SUCCESS',
    );
  });
});
