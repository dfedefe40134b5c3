import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isApiError } from '../../client/client.js';
import { useSigned } from '../context.js';
import { openDocument } from '../document/open-document.js';
import { useIdempotencyKey } from '../document/use-idempotency-key.js';
import { go, goInstead } from '../navigation.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { documentHash, hashOf } from '../route.js';
import { Conflict } from './conflict.js';
import { editedDocument, editedOf, type Edited, type Opened } from './draft.js';
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

type FormProps = { edited: Edited | undefined } & Omit<EditorProps, 'opened'>;

function Form({ edited: began, folderId, onReload }: FormProps) {
  const [edited, setEdited] = useState(began);
  const document = edited?.document;
  const state = useDraft(document?.id ?? `new ${folderId}`, edited);
  const { draft, isResumed, change, discard } = state;
  const { error, isBusy, submit } = useSaving({ edited, folderId, onSaved: setEdited }, state);
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
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey } = event;
        const stays = key.toLowerCase() === 's';
        if (!(ctrlKey || metaKey) || !(stays || key === 'Enter')) return;
        event.preventDefault();
        if (state.isDirty) void submit(draft.etag, stays);
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

type Target = { edited: Edited | undefined; folderId: string; onSaved: (edited: Edited | undefined) => void };

/**
 * `etag`: of the newest version that the user knows of. `stays`: the user goes on to write. What is asked for during a
 * save follows it.
 */
function useSaving({ edited, folderId, onSaved }: Target, { draft, isDirty, discard, goOn }: DraftState) {
  const { session } = useSigned();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const keyFor = useIdempotencyKey();
  const next = useRef<{ stays: boolean } | undefined>(undefined);
  const submit = async (etag: string, stays = false) => {
    if (draft.title.trim() === '') return;
    if (isBusy) {
      next.current = { stays: stays && (next.current?.stays ?? true) };
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const id = await save({ client: session.client, draft: { ...draft, etag }, edited, folderId, keyFor });
      if (edited && stays) {
        const saved = editedDocument(await openDocument(session.client, id));
        goOn(draft, saved);
        onSaved(saved);
        setBusy(false);
        return;
      }
      discard();
      if (stays) goInstead({ page: 'edit', id });
      else leave(id);
    } catch (failure) {
      next.current = undefined;
      setError(failure);
      setBusy(false);
    }
  };
  useEffect(() => {
    const asked = next.current;
    if (isBusy || !asked) return;
    next.current = undefined;
    if (isDirty) void submit(draft.etag, asked.stays);
    else if (edited && !asked.stays) leave(edited.document.id);
  }, [isBusy]);
  return { error, isBusy, submit };
}

function leave(id: string): void {
  go({ page: 'document', id, version: undefined, showsVersions: false });
}

function SaveLine({ state, isBusy, back }: { state: DraftState; isBusy: boolean; back: string }) {
  const { draft, isDirty, discard } = state;
  return (
    <div class="actions save-line">
      <button
        type="submit"
        class="primary"
        title="Ctrl+Enter. Ctrl+S saves, and you go on to write."
        disabled={isBusy || !isDirty || draft.title.trim() === ''}
      >
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
