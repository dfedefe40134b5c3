import { createServer } from 'node:http';
import { expect } from 'chai';
import Koa from 'koa';
import { traceRequest } from '../../src/http/middleware/trace-request.js';
import { listen } from '../../src/http/server.js';
import type { RequestState } from '../../src/http/state.js';
import type { RequestEnd } from '../../src/observability/request-events.js';
import { RawConnection } from '../http/raw-connection.js';
import { until } from '../support/until.js';
import { watchResponses } from '../support/watch-responses.js';

describe('traceRequest', () => {
  it('logs a request whose client has left and whose work never ends, once, after a time', async () => {
    const ends: RequestEnd[] = [];
    const unused = { requestBegan: () => undefined, linesWritten: () => undefined, linesRefused: () => undefined };
    let finish = (): void => undefined;
    const app = new Koa<RequestState>();
    app.use(traceRequest({ ...unused, requestEnded: (end) => void ends.push(end) }, 1));
    app.use(() => new Promise<void>((resolve) => (finish = resolve)));
    const server = createServer(app.callback());
    const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'PORT' });
    const responses = watchResponses();
    const leaving = new RawConnection(`http://127.0.0.1:${port}`);
    leaving.write('GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: left\r\n\r\n');
    await until(async () => responses.hasBegun('left'));
    expect(ends).to.deep.equal([]);
    leaving.close();
    await until(async () => ends.length > 0);
    expect(ends[0]).to.include({ requestId: 'left', status: 499 });
    finish();
    await new Promise((resolve) => server.close(resolve));
    responses.end();
    expect(ends).to.have.length(1);
  });
});
