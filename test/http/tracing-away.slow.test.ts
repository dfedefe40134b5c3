// Slow: the exporter waits between its attempts.
import { expect } from 'chai';
import { pino } from 'pino';
import { freePorts } from '../../scripts/stack/ports.js';
import { embeddedStorage } from '../support/modes.js';
import { until } from '../support/until.js';
import { create } from './making.js';
import { startApi } from './suite.js';

describe('http: a collector that is away', () => {
  it('costs spans alone, and is told once', async () => {
    const lines: string[] = [];
    const [port] = await freePorts(1);
    const api = await startApi(await embeddedStorage(), {
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
      logger: () => pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) }),
    });
    try {
      await api.prepared;
      const alice = await api.caller();
      const told = () => lines.filter((line) => line.includes('trace export failed'));
      await create(alice);
      await until(async () => told().length > 0);
      await create(alice);
    } finally {
      await api.close();
    }
    expect(lines.filter((line) => line.includes('trace export failed'))).to.have.length(1);
  });
});
