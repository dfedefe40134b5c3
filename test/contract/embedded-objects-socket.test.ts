import { expect } from 'chai';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { OBJECTS_SOCKET } from '../../src/adapters/segments/object-calls.js';
import { encodeFrame } from '../../src/adapters/segments/object-frames.js';
import { RemoteObjectStore } from '../../src/adapters/segments/remote-object-store.js';
import type { SegmentObjectStore } from '../../src/adapters/segments/segment-object-store.js';
import { serveObjects } from '../../src/adapters/segments/serve-objects.js';
import type { Listener } from '../../src/adapters/filesystem/socket-folder.js';
import { SegmentFolder } from '../support/segment-folder.js';
import { expectUnavailable } from '../support/expect-unavailable.js';

const NONSENSE: Record<string, Buffer> = {
  'a frame that is too large': Buffer.alloc(8, 0xff),
  'a head that is no JSON': Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7b]),
  'a head that is no object': encodeFrame(null),
  'a call that does not exist': encodeFrame({ id: 1, call: 'rename', key: 'a' }),
};
const body = Buffer.from('body');

describe('socket of embedded objects', function () {
  this.timeout(60_000);
  let folder: SegmentFolder;
  let listener: Listener | Server | undefined;
  let owned: SegmentObjectStore;

  beforeEach(async () => {
    folder = await SegmentFolder.make();
  });
  afterEach(async () => {
    await listener?.close();
    await folder.remove();
  });

  const serve = async () => {
    owned = await folder.open();
    listener = await serveObjects(folder.path, owned);
  };
  const asked = async () => {
    const store = await RemoteObjectStore.connect(folder.path);
    if (!store) throw new Error('nobody serves the objects');
    return store;
  };
  const connected = async () => {
    const socket = connect(join(folder.path, OBJECTS_SOCKET));
    await once(socket, 'connect');
    return socket;
  };

  it('is connected to again after attempts that failed, as soon as the log is served', async () => {
    await serve();
    await owned.put('a', body);
    const store = await asked();
    await listener?.close();
    for (let attempt = 0; attempt < 2; attempt++)
      await expectUnavailable(store.read('a'), /the owner of the log has ended|reading a failed/);
    listener = await serveObjects(folder.path, owned);
    expect(String(await store.read('a'))).to.equal('body');
    await store.close();
  });

  for (const [kind, bytes] of Object.entries(NONSENSE)) {
    it(`hangs up on a caller that sends ${kind}, and serves the others`, async () => {
      await serve();
      const store = await asked();
      await store.put('a', body);
      const socket = await connected();
      socket.write(bytes);
      await closed(socket);
      expect(String(await store.read('a'))).to.equal('body');
      await store.close();
    });
  }

  it('refuses a key outside the grammar, and goes on with the same caller', async () => {
    await serve();
    const socket = await connected();
    for (const key of ['../a', '', 7, undefined]) {
      socket.write(encodeFrame({ id: 1, call: 'put', key }, body));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer), String(key)).to.contain('"outcome":"unavailable"');
    }
    socket.write(encodeFrame({ id: 2, call: 'put', key: 'a' }, body));
    expect(String((await once(socket, 'data'))[0])).to.contain('"outcome":"done"');
    socket.destroy();
  });

  it('ends the calls that are under way when a caller hangs up, and no others', async () => {
    await serve();
    const [leaving, staying] = [await asked(), await asked()];
    const calls = Array.from({ length: 20 }, (_, i) => leaving.put(`a/${i}`, Buffer.alloc(100_000)));
    const outcomes = Promise.allSettled(calls);
    await leaving.close();
    await staying.put('b', body);
    await outcomes;
    expect(String(await staying.read('b'))).to.equal('body');
    await staying.close();
  });

  it('raises an error at a caller whose owner ends, or answers nonsense', async () => {
    const sockets: Socket[] = [];
    const nonsense = Object.values(NONSENSE).slice(0, 2);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(nonsense[sockets.length] ?? ''));
      sockets.push(socket);
    }).listen(join(folder.path, OBJECTS_SOCKET));
    listener = server;
    await once(server, 'listening');
    const store = await asked();
    for (let call = 0; call <= nonsense.length; call++) await expectUnavailable(store.read('a'), 'has ended');
    await store.close();
  });

  it('connects again to the next owner', async () => {
    await serve();
    const store = await asked();
    await store.put('a', body);
    await listener?.close();
    await owned.close();
    await expectUnavailable(store.read('a'), /reading a failed/);
    await serve();
    expect(String(await store.read('a'))).to.equal('body');
    await store.close();
  });
});

async function closed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
}
