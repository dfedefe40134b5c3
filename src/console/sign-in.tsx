import { useState } from 'preact/hooks';
import type { Limits } from '../client/client.js';
import { Logo } from './parts/icons.js';
import { TroubleNote } from './parts/trouble-note.js';
import { Session, type KeptKey } from './session.js';

type SignInProps = { notice: string | undefined; onKey: (kept: KeptKey) => void };

export function SignIn({ notice, onKey }: SignInProps) {
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy || key.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const entered = { key: key.trim(), roles: undefined };
      onKey({ ...entered, roles: rolesOf(await new Session(entered, () => undefined).client.getLimits()) });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form class="card" onSubmit={(event) => void submit(event)}>
        <h1>
          <Logo /> Quire
        </h1>
        {notice !== undefined && <p role="status">{notice}</p>}
        <label for="key">Your API key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          autofocus
          placeholder="dk_…"
          value={key}
          aria-describedby="key-note"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-note" class="quiet">
          It stays in this tab until you sign out or close it, and so do your drafts. New tabs get it from this one.
        </p>
        {error !== undefined && <TroubleNote error={error} />}
        <button class="primary" type="submit" disabled={key.trim() === ''}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}

/** An older service does not tell them. */
function rolesOf(limits: Limits & { key?: { roles: readonly string[] } }): readonly string[] | undefined {
  return limits.key?.roles;
}
