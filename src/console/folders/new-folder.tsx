import { useRef, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { go } from '../navigation.js';
import { Sign } from '../parts/icons.js';
import { TroubleNote } from '../parts/trouble-note.js';

export function NewFolder({ parentId }: { parentId: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        <Sign name="folder" /> New folder
      </button>
      <dialog ref={dialog} aria-labelledby="new-folder">
        <NewFolderForm parentId={parentId} onClose={() => dialog.current?.close()} />
      </dialog>
    </>
  );
}

function NewFolderForm({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const { folders } = useSigned();
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const { id } = await folders.create(name.trim(), parentId);
      onClose();
      setName('');
      go({ page: 'documents', folderId: id });
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h2 id="new-folder">New folder</h2>
      <label for="folder-name">Name</label>
      <input
        id="folder-name"
        value={name}
        maxLength={255}
        autocomplete="off"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      {error !== undefined && <TroubleNote error={error} />}
      <div class="actions end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={isBusy || name.trim() === ''}>
          Make folder
        </button>
      </div>
    </form>
  );
}
