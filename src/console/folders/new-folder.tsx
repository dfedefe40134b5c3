import { useSigned } from '../context.js';
import { go } from '../navigation.js';
import { DialogButton, NameDialog } from '../parts/dialog.js';

export const NAME_LENGTH = 255;

export function NewFolder({ parentId }: { parentId: string }) {
  const { folders } = useSigned();
  const create = async (name: string) => {
    const { id } = await folders.create(name, parentId);
    go({ page: 'documents', folderId: id });
  };
  return (
    <DialogButton label="New folder" icon="folder">
      {(onClose) => (
        <NameDialog
          title="New folder"
          label="Name"
          action="Create folder"
          maxLength={NAME_LENGTH}
          onName={create}
          onClose={onClose}
        />
      )}
    </DialogButton>
  );
}
