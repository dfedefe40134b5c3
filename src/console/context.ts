import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Changes } from './changes.js';
import type { FolderStore } from './folder-store.js';
import type { Session } from './session.js';

export type Signed = {
  session: Session;
  folders: FolderStore;
  /** Of documents, by this tab. */
  writes: Changes;
  /** What lists have shown, by their names: a return shows as much at once. */
  lists: Map<string, readonly unknown[]>;
  signOut(): void;
};

export const SignedContext = createContext<Signed | undefined>(undefined);

export function useSigned(): Signed {
  const signed = useContext(SignedContext);
  if (!signed) throw new Error('this is only shown to those who are signed in');
  return signed;
}
