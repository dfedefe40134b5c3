import { hashOf } from '../route.js';

type ConflictProps = {
  id: string;
  /** The entity tag of the version that the draft began from. */
  began: string;
  /** Null: not known. */
  newest: number | null;
  onSave: (etag: string) => void;
  onDiscard: () => void;
};

/** No way out loses anything: every version stays, and the draft stays until it is saved or discarded. */
export function Conflict({ id, began, newest, onSave, onDiscard }: ConflictProps) {
  const from = Number(began.replaceAll('"', ''));
  return (
    <div class="trouble conflict" role="alert">
      <p>
        <strong>Somebody else saved version {newest ?? ''} while you were writing.</strong> Your text is still here, and
        it is kept in this tab. If you save yours, theirs stays among the versions.
      </p>
      <p class="actions">
        {newest !== null && (
          <>
            <a class="button" href={hashOf({ page: 'compare', id, from, to: newest })}>
              See what they changed
            </a>
            <button type="button" class="primary" onClick={() => onSave(`"${newest}"`)}>
              Save mine as the newest version
            </button>
          </>
        )}
        <button type="button" onClick={onDiscard}>
          Take theirs, discard mine
        </button>
      </p>
    </div>
  );
}
