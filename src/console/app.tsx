import { useCallback, useMemo, useState } from 'preact/hooks';
import { SignedContext } from './context.js';
import { FolderStore, forgetFolders } from './folder-store.js';
import { Shell } from './shell.js';
import { forgetKey, keepKey, keptKey, Session } from './session.js';
import { SignIn } from './sign-in.js';

/** `notice`: why the last key is gone. */
type KeyState = { key: string | undefined; notice?: string };

export function App() {
  const [{ key, notice }, setKey] = useState<KeyState>(() => ({ key: keptKey() }));
  const leave = useCallback((reason?: string) => {
    forgetKey();
    forgetFolders();
    setKey({ key: undefined, ...(reason !== undefined && { notice: reason }) });
  }, []);
  const signed = useMemo(() => {
    if (key === undefined) return undefined;
    const session = new Session(key, () =>
      leave('This key is no longer valid. What you have written is kept in this tab.'),
    );
    return { session, folders: new FolderStore(session.client), signOut: () => leave() };
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
