import type { ComponentChildren } from 'preact';
import { useSigned } from '../context.js';
import { Dialog, DialogButton, NameDialog } from '../parts/dialog.js';
import { useSay } from '../parts/toasts.js';
import { MoveDialog } from './move-dialog.js';
import { useMove, type Movable } from './use-move.js';

/** Each change raises what it cannot do. */
export type ItemActionsProps = {
  item: Movable;
  maxLength: number;
  rename: (name: string) => Promise<void>;
  remove: () => Promise<void>;
  /** What is said before it is deleted. */
  children: ComponentChildren;
  isSmall?: boolean | undefined;
};

/** What a key that writes may do with a document or a folder, from its page and from its row. */
export function ItemActions(props: ItemActionsProps) {
  const { session } = useSigned();
  const { item, maxLength, isSmall, children } = props;
  const { what, name, folderId } = item;
  const { renameTo, remove } = useTold(props);
  const move = useMove();
  const button = { isSmall, of: `“${name}”` };
  return (
    <>
      <DialogButton {...button} label="Rename" icon="name">
        {(onClose) => (
          <NameDialog
            title={`Rename the ${what}`}
            label={what === 'document' ? 'Title' : 'Name'}
            action="Rename"
            before={name}
            maxLength={maxLength}
            onName={renameTo}
            onClose={onClose}
          />
        )}
      </DialogButton>
      {session.may('folders:read') && (
        <DialogButton {...button} label="Move" icon="move">
          {(onClose) => (
            <MoveDialog name={name} folderId={folderId} onMove={(to) => move(item, to)} onClose={onClose} />
          )}
        </DialogButton>
      )}
      <DialogButton {...button} label="Delete" icon="bin">
        {(onClose) => (
          <Dialog title={`Delete “${name}”?`} action="Delete for good" isDangerous onSubmit={remove} onClose={onClose}>
            {children}
          </Dialog>
        )}
      </DialogButton>
    </>
  );
}

/** The changes, each of which says what it has done. */
function useTold({ item: { name }, rename, remove }: ItemActionsProps) {
  const say = useSay();
  return {
    renameTo: async (other: string) => {
      await rename(other);
      say(`Renamed to “${other}”`, () => rename(name));
    },
    remove: async () => {
      await remove();
      say(`Deleted “${name}”`);
    },
  };
}
