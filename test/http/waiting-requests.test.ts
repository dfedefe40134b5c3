import { expect } from 'chai';
import { createHttpServer, listen, type HttpServer } from '../../src/http/server.js';
import { Wire } from '../hostile/support/wire.js';
import { eventually } from '../hostile/support/eventually.js';

const REQUEST = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n';
const WITHIN_MS = 10_000;

/** Requests that are parsed, and wait for the answer before them. */
describe('http: requests that wait', function () {
  this.timeout(30_000);
  let http: HttpServer;
  let url: string;
  /** Of the requests that are begun; undefined: each is answered at once. */
  let ends: (() => void)[] | undefined;
  let wires: Wire[];
  beforeEach(async () => {
    [ends, wires] = [[], []];
    http = createHttpServer((_request, response) => {
      const end = () => response.end('answer');
      if (ends) ends.push(end);
      else end();
    });
    url = `http://127.0.0.1:${await listen(http.server, { host: '0.0.0.0', port: 0, setting: 'PORT' })}`;
  });
  afterEach(async () => {
    for (const wire of wires) wire.close();
    await http.close(0);
  });

  function open(from: string): Wire {
    const wire = new Wire(url, { from, reads: true });
    wires.push(wire);
    return wire;
  }

  function answerAll(): void {
    const begun = ends ?? [];
    ends = undefined;
    for (const end of begun) end();
  }

  it('are bounded in all: the address that has the most of them loses its connections', async () => {
    const modest = open('127.0.0.2');
    modest.write(REQUEST.repeat(100));
    await eventually('the modest one is asked', WITHIN_MS, () => ends?.length === 1);
    const greedy = Array.from({ length: 14 }, () => open('127.0.0.3'));
    for (const wire of greedy) wire.write(REQUEST.repeat(1_000));
    await eventually('some are ended', WITHIN_MS, () => greedy.some((wire) => wire.isEnded));
    expect(modest.isEnded).to.equal(false);
    answerAll();
    await eventually('the modest one is answered', WITHIN_MS, () => modest.text.match(/answer/g)?.length === 100);
  });

  it('of one connection beyond a thousand are not answered', async () => {
    const wire = open('127.0.0.2');
    wire.write(REQUEST.repeat(1_500));
    await eventually('one is asked', WITHIN_MS, () => ends?.length === 1);
    answerAll();
    await eventually('all that wait are answered', WITHIN_MS, () => wire.isEnded);
    expect(wire.text.match(/answer/g)).to.have.length(1_001);
  });
});
