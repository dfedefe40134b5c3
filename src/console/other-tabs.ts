import { useEffect, useRef, useState } from 'preact/hooks';
import { newIdempotencyKey } from '../client/idempotency-key.js';
import { keptKey, type KeptKey } from './session.js';

/** `id`: of the tab that asks. */
type Message = { type: 'ask'; id: string } | { type: 'key'; id: string; kept: KeptKey } | { type: 'left'; key: string };

/** A new tab shows nothing while it waits this long for the key of another. */
const ASK_MS = 100;

function openChannel(): BroadcastChannel {
  // Several services may be below one origin.
  return new BroadcastChannel(`quire.key ${location.pathname}`);
}

/**
 * Open tabs give the key to a new one, and a sign-out in one is one in all that have the key. Only pages of this origin
 * hear it, and none of the service but the console runs a script. True: no tab has answered yet.
 */
export function useOtherTabs(tab: { take(kept: KeptKey): void; leave(): void }): boolean {
  const latest = useRef(tab);
  latest.current = tab;
  const [isAsking, setAsking] = useState(() => keptKey() === undefined);
  useEffect(() => {
    const channel = openChannel();
    const id = newIdempotencyKey();
    const send = (message: Message) => channel.postMessage(message);
    channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
      const kept = keptKey();
      if (message.type === 'ask' && kept) send({ type: 'key', id: message.id, kept });
      if (message.type === 'key' && message.id === id && !kept) latest.current.take(message.kept);
      if (message.type === 'left' && message.key === kept?.key) latest.current.leave();
    };
    if (isAsking) send({ type: 'ask', id });
    const timer = setTimeout(() => setAsking(false), ASK_MS);
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, []);
  return isAsking;
}

export function tellSignOut(key: string): void {
  const channel = openChannel();
  channel.postMessage({ type: 'left', key } satisfies Message);
  channel.close();
}
