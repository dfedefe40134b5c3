import { useMemo, useState } from 'preact/hooks';
import { isApiError } from '../../client/client.js';
import { useSigned } from '../context.js';
import { useIdempotencyKey } from '../document/use-idempotency-key.js';
import { go } from '../navigation.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { documentHash, hashOf } from '../route.js';
import { Conflict } from './conflict.js';
import { editedOf, type Edited, type Opened } from './draft.js';
import { Fields } from './fields.js';
import { save } from './save.js';
import { TextField } from './text-field.js';
import { useDraft, type DraftState } from './use-draft.js';

type EditorProps = { opened: Opened; folderId: string; onReload: () => void };

export function Editor({ opened, ...place }: EditorProps) {
  const began = useMemo(() => attempt(() => editedOf(opened)), [opened]);
  return 'error' in began ? <TroubleNote error={began.error} /> : <Form edited={began.value} {...place} />;
}

/** The front matter of an old version may break a newer rule. */
function attempt<T>(work: () => T): { value: T } | { error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

type FormProps = Target & Pick<EditorProps, 'onReload'>;

function Form({ edited, folderId, onReload }: FormProps) {
  const document = edited?.document;
  const state = useDraft(document?.id ?? `new ${folderId}`, edited);
  const { draft, isResumed, change, discard } = state;
  const { error, isBusy, submit } = useSaving({ edited, folderId }, state);
  const takeTheirs = () => {
    discard();
    onReload();
  };
  const isConflict = isApiError(error, 'PRECONDITION_FAILED');
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(draft.etag);
      }}
    >
      {isResumed && <Resumed onDiscard={discard} />}
      {isConflict && document && (
        <Conflict
          id={document.id}
          began={draft.etag}
          newest={error.details.current_version ?? null}
          onSave={(etag) => void submit(etag)}
          onDiscard={takeTheirs}
        />
      )}
      {error !== undefined && !isConflict && <TroubleNote error={error} />}
      <Fields draft={draft} file={edited?.file} change={change} />
      <TextField draft={draft} edited={edited} change={change} />
      <SaveLine
        state={state}
        isBusy={isBusy}
        back={document ? documentHash(document.id) : hashOf({ page: 'documents', folderId })}
      />
    </form>
  );
}

type Target = { edited: Edited | undefined; folderId: string };

/** `etag`: of the newest version that the user knows of. */
function useSaving({ edited, folderId }: Target, { draft, discard }: DraftState) {
  const { session } = useSigned();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const keyFor = useIdempotencyKey();
  const submit = async (etag: string) => {
    if (isBusy || draft.title.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      const id = await save({ client: session.client, draft: { ...draft, etag }, edited, folderId, keyFor });
      discard();
      go({ page: 'document', id, version: undefined, showsVersions: false });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return { error, isBusy, submit };
}

function SaveLine({ state, isBusy, back }: { state: DraftState; isBusy: boolean; back: string }) {
  const { draft, isDirty, discard } = state;
  return (
    <div class="actions save-line">
      <button type="submit" class="primary" disabled={isBusy || !isDirty || draft.title.trim() === ''}>
        {isBusy ? 'Saving …' : 'Save'}
      </button>
      <a class="button" href={back}>
        {isDirty ? 'Leave and keep the draft' : 'Back'}
      </a>
      {isDirty && (
        <button type="button" class="plain" onClick={discard}>
          Discard changes
        </button>
      )}
      <span class="quiet" role="status">
        {isDirty ? 'Not saved yet. The draft is kept in this tab.' : ''}
      </span>
    </div>
  );
}

function Resumed({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p class="note-line" role="status">
      This is your draft from before, which is not saved yet.{' '}
      <button type="button" onClick={onDiscard}>
        Discard it
      </button>
    </p>
  );
}
