import { useEffect, useMemo, useState } from 'preact/hooks';
import { SignedContext } from './context.js';
import { forgetDrafts } from './editor/draft-store.js';
import { FolderStore } from './folder-store.js';
import { Shell } from './shell.js';
import { forgetKey, keepKey, keptKey, Session } from './session.js';
import { SignIn } from './sign-in.js';

/** `notice`: why the last key is gone. */
type KeyState = { key: string | undefined; notice?: string; isSignedOut?: boolean };

export function App() {
  const [{ key, notice, isSignedOut }, setKey] = useState<KeyState>(() => ({ key: keptKey() }));
  // The editor stores its draft when it unmounts, so the drafts are removed after that.
  useEffect(() => {
    if (isSignedOut === true) forgetDrafts();
  }, [isSignedOut]);
  const signed = useMemo(() => {
    if (key === undefined) return undefined;
    let isLeft = false;
    // An answer that comes after the sign-out says nothing about the next key.
    const leave = (why: Omit<KeyState, 'key'>) => {
      if (isLeft) return;
      isLeft = true;
      forgetKey();
      folders.close();
      session.assets.close();
      setKey({ key: undefined, ...why });
    };
    const session = new Session(key, () =>
      leave({ notice: 'This key is no longer valid. What you have written is kept in this tab.' }),
    );
    const folders = new FolderStore(session.client, () => session.window.searchWait() === 0, sessionStorage);
    return { session, folders, signOut: () => leave({ isSignedOut: true }) };
  }, [key]);
  if (!signed) {
    const enter = (entered: string) => {
      keepKey(entered);
      setKey({ key: entered });
    };
    return <SignIn notice={notice} onKey={enter} />;
  }
  return (
    <SignedContext.Provider value={signed}>
      <Shell />
    </SignedContext.Provider>
  );
}
