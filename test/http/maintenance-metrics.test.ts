import { expect } from 'chai';
import { freePorts } from '../../scripts/stack/ports.js';
import { MaintenanceRuns } from '../../src/log/maintenance-runs.js';
import { openBackends } from '../../src/server/backends.js';
import { readConfig } from '../../src/config/read-config.js';
import { describeModes } from '../support/modes.js';
import { exchange } from './exchange.js';
import { startApi } from './suite.js';

describeModes('http: metrics of maintenance', (makeStorage) => {
  it('tell when and how each command last ended', async () => {
    const storage = await makeStorage();
    const backends = await openBackends(readConfig(storage.env).storage, { limiterMode: () => undefined });
    const runs = new MaintenanceRuns(backends.store);
    await runs.write('gc', { endedAt: '2026-03-01T00:00:00.000Z', result: 'done' });
    await runs.write('doctor', { endedAt: '2026-04-01T00:00:00.000Z', result: 'faults left' });
    await Promise.all([backends.store.close(), backends.index.close(), backends.counters.close()]);
    await backends.release();
    const [port] = await freePorts(1);
    const api = await startApi(storage, { settings: { METRICS_PORT: String(port) } });
    try {
      const { text } = await exchange(`http://127.0.0.1:${port}`, { method: 'GET', path: '/metrics', headers: {} });
      const values = text.split('\n').filter((line) => line.startsWith('quire_maintenance_'));
      expect(values).to.have.members([
        `quire_maintenance_last_end_timestamp_seconds{command="gc"} ${Date.parse('2026-03-01') / 1_000}`,
        `quire_maintenance_last_end_timestamp_seconds{command="doctor"} ${Date.parse('2026-04-01') / 1_000}`,
        'quire_maintenance_last_result{command="gc"} 1',
        'quire_maintenance_last_result{command="doctor"} 0',
      ]);
    } finally {
      await api.close();
    }
  });
});
