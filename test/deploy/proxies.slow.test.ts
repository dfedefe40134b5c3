import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { freePorts } from '../../scripts/stack/ports.js';
import { issueKey } from '../support/issue-key.js';
import { embeddedStorage, type TestStorage } from '../support/modes.js';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { needsTools, runTool } from './tool.js';

const HOST = 'docs.example.com';
const TOO_LARGE = 10 * 1024 * 1024 + 1;
const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });

type Proxy = { name: string; configure(ports: Ports): Promise<readonly string[]> };
type Ports = { service: number; plain: number; tls: number; folder: string };

/** The project's own file, with other addresses, a certificate of the test, and no rights of root. */
const nginx: Proxy = {
  name: 'nginx',
  async configure({ service, plain, tls, folder }) {
    const text = await readFile('deploy/proxies/nginx.conf', 'utf8');
    const own = text
      .replace('127.0.0.1:8080', `127.0.0.1:${service}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
      .replaceAll('/etc/ssl/quire/', `${folder}/`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder};`);
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${paths.join(' ')}\n${own} }\n`,
    );
    return ['-c', join(folder, 'nginx.conf')];
  },
};

const caddy: Proxy = {
  name: 'caddy',
  async configure({ service, plain, tls, folder }) {
    const text = await readFile('deploy/proxies/Caddyfile', 'utf8');
    const own = text
      .replace('{\n', `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n`)
      .replace(`${HOST} {\n`, `${HOST} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`)
      .replace('127.0.0.1:8080', `127.0.0.1:${service}`);
    await writeFile(join(folder, 'Caddyfile'), own);
    return ['run', '--config', join(folder, 'Caddyfile')];
  },
};

async function makeCertificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const name = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  await runTool('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...name]);
}

for (const { name, configure } of [nginx, caddy]) {
  describe(`the service behind ${name}, as deploy/proxies configures it`, () => {
    needsTools(name, 'openssl');
    let storage: TestStorage | undefined;
    let service: ServiceProcess;
    let proxy: ChildProcess;
    let folder: string;
    let ports: Ports;
    let key: string;

    before(async () => {
      storage = await embeddedStorage();
      folder = await mkdtemp(join(tmpdir(), 'proxy-'));
      await makeCertificate(folder);
      key = await issueKey(storage.env);
      service = await startServiceProcess({ ...storage.env, TRUSTED_PROXY_HOPS: '1' });
      const [plain = 0, tls = 0] = await freePorts(2);
      ports = { service: Number(new URL(service.url).port), plain, tls, folder };
      proxy = spawn(name, await configure(ports), { stdio: 'ignore', env: { ...process.env, HOME: folder } });
      await until(async () => (await ask('/health/ready').catch(() => undefined))?.statusCode === 200);
    });

    after(async () => {
      if (storage === undefined) return;
      proxy.kill();
      await once(proxy, 'exit');
      await service.stop();
      await storage.dispose();
      await rm(folder, { recursive: true });
    });

    function open(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const to = { host: '127.0.0.1', port: ports.tls, servername: HOST, path, method, agent };
      return request({ ...to, headers: { Host: HOST, ...headers } });
    }

    async function ask(path: string, headers?: Record<string, string>): Promise<IncomingMessage> {
      const asking = open(path, headers).end();
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      answer.resume();
      return answer;
    }

    it('answers by TLS, and sends plain HTTP there', async () => {
      expect((await ask('/health/ready')).headers['strict-transport-security']).to.match(/^max-age=\d{8}/);
      const { status, headers } = await fetch(`http://127.0.0.1:${ports.plain}/d/a`, {
        redirect: 'manual',
        headers: { Host: HOST },
      });
      expect(status).to.equal(308);
      expect(headers.get('location')).to.match(/^https:.*\/d\/a$/);
    });

    it('streams bulk requests both ways: a line is answered before the next one is sent', async () => {
      const sending = open('/v1/bulk', { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' }, 'POST');
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      sending.write(`${JSON.stringify({ op: 'create', document: { title: 'a', blocks: [] } })}\n`);
      const [answer] = await answered;
      const lines = createInterface({ input: answer })[Symbol.asyncIterator]();
      expect(JSON.parse(String((await lines.next()).value))).to.include({ line: 1, status: 201 });
      sending.end(`${JSON.stringify({ op: 'create', document: { title: 'b', blocks: [] } })}\n`);
      expect(JSON.parse(String((await lines.next()).value))).to.include({ line: 2, status: 201 });
      expect((await lines.next()).done).to.equal(true);
    });

    it("leaves the verdict of bodies to the service: a body that is too large has the service's answer", async () => {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': String(TOO_LARGE) };
      const sending = open('/v1/documents', headers, 'POST').on('error', () => undefined);
      sending.flushHeaders();
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      let text = '';
      for await (const part of answer) text += String(part);
      sending.destroy();
      expect(JSON.parse(text)).to.have.nested.property('error.code', 'PAYLOAD_TOO_LARGE');
    });

    it('tells the service the address of the client, whatever the client says of itself', async () => {
      await ask('/v1/documents', { 'X-Forwarded-For': '203.0.113.9' });
      await until(async () => service.lines.some((line) => line.includes('"status":401')));
      expect(service.lines.join()).to.include('"address":"127.0.0.1"').and.not.to.include('203.0.113.9');
    });
  });
}
