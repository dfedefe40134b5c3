import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { troubleOf } from '../trouble.js';
import { Sign } from './icons.js';

/** Tells what was done. `undo`: takes it back. */
type Say = (text: string, undo?: () => Promise<void>) => void;
type Toast = { id: number; text: string; undo: (() => Promise<void>) | undefined };

const SHOWN_MS = 10_000;
const MOST_SHOWN = 3;

const SayContext = createContext<Say | undefined>(undefined);

export function useSay(): Say {
  const say = useContext(SayContext);
  if (!say) throw new Error('this is only shown within Toasts');
  return say;
}

export function Toasts({ children }: { children: ComponentChildren }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const count = useRef(0);
  const say = useMemo<Say>(
    () => (text, undo) => {
      const toast = { id: (count.current += 1), text, undo };
      setToasts((before) => [...before, toast].slice(-MOST_SHOWN));
    },
    [],
  );
  return (
    <SayContext.Provider value={say}>
      {children}
      <div class="toasts" role="status">
        {toasts.map((toast) => (
          <ToastLine
            key={toast.id}
            toast={toast}
            onEnd={() => setToasts((before) => before.filter(({ id }) => id !== toast.id))}
          />
        ))}
      </div>
    </SayContext.Provider>
  );
}

/** It stays as long as the mouse or the focus is on it. */
function ToastLine({ toast: { text, undo }, onEnd }: { toast: Toast; onEnd: () => void }) {
  const say = useSay();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const take = (work: () => Promise<void>) => {
    onEnd();
    work().then(
      () => say('Undone'),
      (error: unknown) => say(`It stays as it is. ${troubleOf(error).title}.`),
    );
  };
  return (
    <p
      class="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span dir="auto">{text}</span>
      {undo && (
        <button type="button" class="plain" onClick={() => take(undo)}>
          Undo
        </button>
      )}
      <button type="button" class="plain" onClick={onEnd} aria-label="Close">
        <Sign name="close" />
      </button>
    </p>
  );
}
