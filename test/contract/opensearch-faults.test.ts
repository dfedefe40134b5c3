import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { OpenSearchAuth } from '../../src/config/config.js';
import { OpenSearchDocumentIndex } from '../../src/adapters/opensearch/documents/opensearch-document-index.js';
import type { LivingHead } from '../../src/domain/head.js';
import { folder, livingHead, newOwner, versionSummary } from '../support/factories.js';
import { query } from '../support/index-helpers.js';
import { until } from '../support/until.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

type Seen = { path: string; body: string; authorization: string | undefined };
type Answer = (response: ServerResponse, request: Seen) => void;

const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const failed = (status: number, type: string, reason = 'secret title') => {
  const cause = { type, reason };
  return { status, error: { ...cause, root_cause: [cause] } };
};
const hang: Answer = () => undefined;
const reset: Answer = (response) => response.destroy();
const stall: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"docs":');
};
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"docs":[', () => response.destroy());
};
const nothingFound: Answer = (response, { body }) =>
  json(200, { docs: (JSON.parse(body) as { docs: object[] }).docs.map((doc) => ({ ...doc, found: false })) })(
    response,
    { path: '', body, authorization: undefined },
  );

/** One result per action line: what `fate` says of its identifier, or done. */
const bulk =
  (fate: (id: string) => object | undefined = () => undefined): Answer =>
  (response, request) => {
    const actions = request.body.split('\n').filter((line) => /^\{"(index|create|delete)":\{"_index"/.test(line));
    const items = actions.map((line) => {
      const [[kind, { _id: id }]] = Object.entries(JSON.parse(line)) as [[string, { _id: string }]];
      return { [kind]: { _id: id, status: 200, ...fate(id) } };
    });
    json(200, { items })(response, request);
  };

describe('OpenSearchDocumentIndex on a server that misbehaves', () => {
  let server: Server;
  let index: OpenSearchDocumentIndex;
  let answers: Answer[];
  let requests: Seen[];

  const open = (auth: OpenSearchAuth = { kind: 'none' }) =>
    new OpenSearchDocumentIndex({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      auth,
      indexPrefix: 'x',
      shards: 1,
      replicas: 0,
      timeoutMs: 700,
    });

  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const {
            url,
            headers: { authorization },
          } = request;
          const seen = { path: String(url), body: Buffer.concat(chunks).toString(), authorization };
          requests.push(seen);
          (answers.length > 1 ? answers.shift() : answers[0])?.(response, seen);
        });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  beforeEach(() => {
    requests = [];
    index = open();
  });
  afterEach(() => index.close());
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  const head = livingHead();
  const write = (written: LivingHead = head) => index.writeHead({ head: written, expected: 'absent', summaries: [] });

  for (const [name, answer] of [
    ['answers nothing', hang],
    ['stalls within a body', stall],
  ] as const) {
    it(`ends every call at its deadline where the server ${name}`, async () => {
      answers = [answer];
      const { owner, id } = head;
      await Promise.all(
        [
          index.readHead(id),
          write(),
          index.readSummaries(id, [1]),
          index.restoreSummaries(id, [versionSummary()]),
          index.removeSummaries(id, 1, 2),
          index.search(query(owner)),
          index.search(query(owner, { offset: 20_000 })),
          index.countCreated(owner, '2026-01'),
          index.readFolder(id),
          index.refresh(),
          index.readGeneration(),
          index.listFolders({ owner, parentId: null, limit: 10 }),
          index.install('g'),
        ].map((call) => expectUnavailable(call, /no answer (within|before)/)),
      );
    });
  }

  it('gives up the connection of a call whose time is over, so that none is kept by a server that hangs', async () => {
    let closed = 0;
    answers = [
      (response) => {
        response.once('close', () => closed++);
      },
    ];
    await Promise.all([1, 2].map(() => expectUnavailable(index.readGeneration(), /no answer within/)));
    await until(async () => closed === 2);
  });

  it('repeats a read once when the connection was lost, and takes no cut body for an answer', async () => {
    answers = [cut, nothingFound];
    expect(await index.readHead(head.id)).to.equal(undefined);
    answers = [reset];
    requests = [];
    await expectUnavailable(index.readHead(head.id), /ConnectionError/);
    expect(requests).to.have.length(2);
  });

  for (const [name, answer] of [
    ['503', json(503, failed(503, 'cluster_manager_not_discovered_exception'))],
    ['a lost connection', reset],
  ] as const) {
    it(`never repeats a write after ${name}`, async () => {
      answers = [answer];
      await expectUnavailable(write(), /OpenSearch bulk/);
      expect(requests).to.have.length(1);
    });
  }

  it('sends again what OpenSearch was too busy for, the whole request or one item of it', async () => {
    answers = [
      json(429, failed(429, 'circuit_breaking_exception')),
      bulk(() => failed(429, 'rejected_execution_exception')),
      bulk(),
    ];
    expect(await write()).to.equal('written');
    expect(requests).to.have.length(3);
    answers = [
      json(429, failed(429, 'circuit_breaking_exception')),
      json(200, { docs: [{ error: { type: 'circuit_breaking_exception' } }] }),
      nothingFound,
    ];
    expect(await index.readHead(head.id)).to.equal(undefined);
  });

  it('gives up at the deadline where OpenSearch stays busy', async () => {
    answers = [bulk(() => failed(429, 'rejected_execution_exception'))];
    await expectUnavailable(write(), /429|no answer/);
    expect(requests.length).to.be.greaterThan(2);
  });

  it('itemsAlone: checks each write of a bulk request alone', async () => {
    const heads = Array.from({ length: 40 }, () => livingHead());
    const fates = [
      undefined,
      failed(409, 'version_conflict_engine_exception'),
      failed(403, 'cluster_block_exception', 'index [quire-1] blocked by: [FORBIDDEN/8/index write (api)];'),
      failed(500, 'mapper_exception'),
    ];
    const fateOf = (id: string) => fates[heads.findIndex((each) => each.id === id) % 4];
    answers = [bulk(fateOf)];
    const outcomes = await Promise.all(
      heads.map((each) => write(each).catch((error: unknown) => (error as Error).constructor.name)),
    );
    expect(outcomes).to.deep.equal(heads.map((_, i) => ['written', 'conflict', 'refused', 'UnavailableError'][i % 4]));
    expect(requests.length).to.be.lessThan(10);
  });

  it('is written when the head is, whatever became of the summaries', async () => {
    answers = [bulk((id) => (id.includes(':') ? failed(429, 'rejected_execution_exception') : undefined))];
    const summaries = [versionSummary()];
    expect(await index.writeHead({ head, expected: 'absent', summaries })).to.equal('written');
    expect(requests).to.have.length(1);
  });

  it('never takes a part of the shards for a result', async () => {
    const shards = (failures: number) => ({ _shards: { total: 2, successful: 2 - failures, failed: failures } });
    for (const part of [
      { timed_out: false, ...shards(1) },
      { timed_out: true, ...shards(0) },
    ]) {
      answers = [json(200, { ...part, hits: { hits: [] } })];
      await expectUnavailable(index.search(query(newOwner())), /PartialAnswer/);
    }
    answers = [json(200, { count: 3, ...shards(1) })];
    await expectUnavailable(index.countCreated(newOwner(), '2026-01'), /PartialAnswer/);
    await expectUnavailable(index.refresh(), /PartialAnswer/);
  });

  it('never takes for an answer what is none of OpenSearch', async () => {
    const { owner, id } = head;
    const page: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Back soon</title>');
    };
    for (const answer of [page, json(200, {}), json(200, 'null')]) {
      answers = [answer];
      await Promise.all(
        [
          index.readHead(id),
          write(),
          index.readSummaries(id, [1]),
          index.restoreSummaries(id, [versionSummary()]),
          index.search(query(owner)),
          index.search(query(owner, { offset: 20_000 })),
          index.refresh(),
          index.countCreated(owner, '2026-01'),
          index.readFolder(id),
          index.createFolder(folder({ owner })),
          index.listFolders({ owner, parentId: null, limit: 10 }),
        ].map((call) => expectUnavailable(call, /NoJson|IncompleteAnswer|PartialAnswer/)),
      );
    }
    answers = [page];
    await expectUnavailable(index.readGeneration(), /NoJson/);
  });

  it('does not choke on an answer with a key of __proto__', async () => {
    answers = [
      json(200, '{"found":true,"_source":{"generation":"g","__proto__":{"constructor":{"prototype":1}}}}'),
      json(200, { x: { mappings: { _meta: { schema_version: 6 } } } }),
      json(200, { timed_out: false, _shards: { failed: 0 }, hits: { hits: [] } }),
    ];
    expect(await index.readGeneration()).to.equal('g');
  });

  it('tells a lost index from an unavailable one when it reads the generation', async () => {
    answers = [json(404, failed(404, 'index_not_found_exception'))];
    expect(await index.readGeneration()).to.equal(undefined);
    answers = [json(404, { found: false })];
    expect(await index.readGeneration()).to.equal(undefined);
    for (const answer of [json(404, 'not here'), json(503, failed(503, 'no_shard_available_action_exception'))]) {
      answers = [answer];
      await expectUnavailable(index.readGeneration(), /read of the generation/);
    }
  });

  it('puts neither requests nor reasons of OpenSearch into its errors', async () => {
    answers = [json(400, failed(400, 'mapper_parsing_exception'))];
    const failure = await write({ ...head, title: 'secret title' }).catch((error: unknown) => error);
    const told = [failure, (failure as Error).cause].map((error) =>
      JSON.stringify(error, Object.getOwnPropertyNames(error)),
    );
    expect(told.join())
      .to.match(/mapper_parsing_exception/)
      .and.not.match(/secret title/);
  });

  it('says who asks: with a password, or signed by Signature Version 4', async () => {
    answers = [nothingFound];
    const named = open({ kind: 'basic', username: 'u', password: 'p:w' });
    await named.readHead(head.id);
    await named.close();
    process.env['AWS_ACCESS_KEY_ID'] ??= 'none';
    process.env['AWS_SECRET_ACCESS_KEY'] ??= 'none';
    const signed = open({ kind: 'sigv4', region: 'eu-west-1', service: 'es' });
    await signed.readHead(head.id);
    await signed.close();
    expect(requests[0]?.authorization).to.equal(`Basic ${Buffer.from('u:p:w').toString('base64')}`);
    expect(requests[1]?.authorization).to.match(
      /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/eu-west-1\/es\/aws4_request/,
    );
  });
});
