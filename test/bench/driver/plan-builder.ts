import type { LoadPlan, Request, LoadTarget } from './load.js';

export type NewRequest = {
  kind: string;
  target: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** With the query, percent-encoded. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** What `body` gave. */
  body?: number;
  status: number;
};

/** Puts requests together. */
export class PlanBuilder {
  readonly #targets: LoadTarget[] = [];
  readonly #requests: Request[] = [];
  readonly #bodies: string[] = [];
  readonly #lengths: number[] = [];

  /** `url`: of a server on this machine. */
  target(url: string): number {
    const { hostname: host, port } = new URL(url);
    return this.#targets.push({ host, port: Number(port) }) - 1;
  }

  /** Bodies are told to the driver once, however many requests have them. */
  body(text: string): number {
    this.#lengths.push(Buffer.byteLength(text));
    return this.#bodies.push(text) - 1;
  }

  add({ kind, target, method, path, headers = {}, body, status }: NewRequest): this {
    const { host, port } = this.#targets[target] as LoadTarget;
    const all: Record<string, string | number> = { Host: `${host}:${port}`, ...headers };
    if (body !== undefined) {
      all['Content-Type'] ??= 'application/json';
      all['Content-Length'] = this.#lengths[body] as number;
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    this.#requests.push({ kind, target, head, body, status });
    return this;
  }

  build(): LoadPlan {
    return { targets: this.#targets, requests: this.#requests, bodies: this.#bodies };
  }
}

/** A GET of each path. All are answered with 200. */
export function planOfGets(
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): LoadPlan {
  const plan = new PlanBuilder();
  const target = plan.target(url);
  for (const path of paths) plan.add({ kind: 'get', target, method: 'GET', path, headers, status: 200 });
  return plan.build();
}

/** As `planOfGets`, of POSTs. */
export function planOfPosts(url: string, requests: readonly { path: string; body: string }[]): LoadPlan {
  const plan = new PlanBuilder();
  const target = plan.target(url);
  for (const { path, body } of requests) {
    plan.add({ kind: 'post', target, method: 'POST', path, body: plan.body(body), status: 200 });
  }
  return plan.build();
}
