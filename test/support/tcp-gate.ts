import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePorts } from '../../scripts/stack/ports.js';

type Passage = { client: Socket; server: Socket };

/** Stands on loopback in front of a server whose protocol it does not know: it can hold every byte, or cut them off. */
export class TcpGate {
  readonly port: number;
  readonly #server: Server;
  readonly #passages = new Set<Passage>();
  #frozen = false;

  static async start(target: { host: string; port: number }): Promise<TcpGate> {
    const server = createServer();
    const [port] = await freePorts(1);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const gate = new TcpGate(server);
    server.on('connection', (client) => gate.#enter({ client, server: connect(target) }));
    return gate;
  }

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Takes connections and bytes, and passes none on, until `thaw`. */
  freeze(): void {
    this.#frozen = true;
    for (const { client, server } of this.#passages) {
      client.unpipe().pause();
      server.unpipe().pause();
    }
  }

  thaw(): void {
    if (!this.#frozen) return;
    this.#frozen = false;
    for (const passage of this.#passages) join(passage);
  }

  /** Cuts every connection; new ones are let in. */
  cut(): void {
    for (const { client } of this.#passages) client.resetAndDestroy();
  }

  /** Cuts every connection and refuses new ones. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cut();
    await closed;
  }

  async reopen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #enter(passage: Passage): void {
    this.#passages.add(passage);
    const leave = () => {
      this.#passages.delete(passage);
      passage.client.destroy();
      passage.server.destroy();
    };
    for (const socket of [passage.client, passage.server]) socket.on('error', leave).on('close', leave);
    if (!this.#frozen) join(passage);
  }
}

function join({ client, server }: Passage): void {
  client.pipe(server);
  server.pipe(client);
}
