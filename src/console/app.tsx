import { useEffect, useMemo, useState } from 'preact/hooks';
import { Changes } from './changes.js';
import { SignedContext } from './context.js';
import { forgetDrafts } from './editor/draft-store.js';
import { FolderStore } from './folder-store.js';
import { tellSignOut, useOtherTabs } from './other-tabs.js';
import { Shell } from './shell.js';
import { forgetKey, keepKey, keptKey, Session, type KeptKey } from './session.js';
import { SignIn } from './sign-in.js';

/** `notice`: why the last key is gone. */
type KeyState = { kept: KeptKey | undefined; notice?: string; isSignedOut?: boolean };

const REFUSED = 'This key is no longer valid. What you have written is kept in this tab.';
const LEFT_ELSEWHERE = 'You have signed out in another tab. What you have written is kept in this one.';

export function App() {
  const [{ kept, notice, isSignedOut }, setKey] = useState<KeyState>(() => ({ kept: keptKey() }));
  // The editor stores its draft when it unmounts, so the drafts are removed after that.
  useEffect(() => {
    if (isSignedOut === true) forgetDrafts();
  }, [isSignedOut]);
  const signed = useMemo(() => {
    if (kept === undefined) return undefined;
    let isLeft = false;
    // An answer that comes after the sign-out says nothing about the next key.
    const leave = (why: Omit<KeyState, 'kept'>) => {
      if (isLeft) return;
      isLeft = true;
      forgetKey();
      session.assets.close();
      setKey({ kept: undefined, ...why });
    };
    const session = new Session(kept, () => leave({ notice: REFUSED }));
    const folders = new FolderStore(session.client, () => session.window.hasPlenty());
    const signOut = () => {
      leave({ isSignedOut: true });
      tellSignOut(kept.key);
    };
    const lists = new Map<string, readonly unknown[]>();
    return { session, folders, writes: new Changes(), lists, leave, signOut };
  }, [kept]);
  const enter = (entered: KeptKey) => {
    keepKey(entered);
    setKey({ kept: entered });
  };
  const isAsking = useOtherTabs({ take: enter, leave: () => signed?.leave({ notice: LEFT_ELSEWHERE }) });
  if (!signed) return isAsking ? null : <SignIn notice={notice} onKey={enter} />;
  return (
    <SignedContext.Provider value={signed}>
      <Shell />
    </SignedContext.Provider>
  );
}
