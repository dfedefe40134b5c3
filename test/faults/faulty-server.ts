import { HttpProxy, type Handler, type HttpProxyRequest } from '../support/http-proxy.js';

export type Scope = (request: HttpProxyRequest) => boolean;
export type Injected = { on?: Scope; times?: number };

type Injection = { fault: Handler | undefined; on: Scope; times: number };

const EVERYTHING: Scope = () => true;

/** A real server behind a proxy: what a fact names of its requests meets a fault, and all others are passed on. */
export class FaultyServer {
  readonly #proxy: HttpProxy;
  readonly #injection: Injection;

  static async before(target: string): Promise<FaultyServer> {
    const injection: Injection = { fault: undefined, on: EVERYTHING, times: 0 };
    const proxy = await HttpProxy.start(target, async (exchange) => {
      const { fault, on } = injection;
      if (!fault || injection.times <= 0 || !on(exchange.request)) return exchange.answer(await exchange.forward());
      injection.times--;
      return fault(exchange);
    });
    return new FaultyServer(proxy, injection);
  }

  private constructor(proxy: HttpProxy, injection: Injection) {
    this.#proxy = proxy;
    this.#injection = injection;
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** The requests of `on` (all of them unless told), the next `times` of them, meet the fault. */
  inject(fault: Handler, { on = EVERYTHING, times = Infinity }: Injected = {}): void {
    Object.assign(this.#injection, { fault, on, times });
  }

  /** Cuts every connection and refuses new ones. */
  refuse(): Promise<void> {
    return this.#proxy.close();
  }

  /** No fault any more; what hangs in one goes on hanging. */
  async heal(): Promise<void> {
    this.#injection.fault = undefined;
    await this.#proxy.reopen();
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }
}
