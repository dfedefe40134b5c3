import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { FolderEntry, FolderTree } from './folder-tree.js';

type MoveDialogProps = {
  name: string;
  /** Where it is now. */
  folderId: string;
  /** Empty: the top level. */
  onMove: (folderId: string) => Promise<void>;
  onClose: () => void;
};

const TOP = { id: '', name: 'Top level', parent_id: null };

export function MoveDialog({ name, folderId, onMove, onClose }: MoveDialogProps) {
  const [picked, setPicked] = useState(folderId);
  const tree = { currentId: picked, onPick: setPicked };
  return (
    <Dialog
      title={`Move “${name}” to …`}
      action="Move"
      isReady={picked !== folderId}
      onSubmit={() => onMove(picked)}
      onClose={onClose}
    >
      <div class="folders picker" role="group" aria-label="Folders">
        <FolderEntry {...tree} folder={TOP} />
        <FolderTree {...tree} />
      </div>
    </Dialog>
  );
}
