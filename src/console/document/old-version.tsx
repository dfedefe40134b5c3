import { useState } from 'preact/hooks';
import { isApiError, type Document, type Tagged } from '../../client/client.js';
import { useSigned } from '../context.js';
import { go } from '../navigation.js';
import { useSay } from '../parts/toasts.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { documentHash, hashOf } from '../route.js';
import { useIdempotencyKey } from './use-idempotency-key.js';

type OldVersionProps = { document: Tagged<Document>; version: number };

/** Says that what is shown is old, and leads to the newest version. */
export function OldVersion({ document, version }: OldVersionProps) {
  const { session } = useSigned();
  const { id, etag, current_version: newest } = document;
  return (
    <section class="old-version" aria-label="An old version">
      <p>
        <strong>
          Version {version} of {newest}.
        </strong>{' '}
        It is old.
      </p>
      <div class="actions">
        <a class="button primary" href={documentHash(id)} data-escape>
          Show the newest
        </a>
        {newest !== null && (
          <a class="button" href={hashOf({ page: 'compare', id, from: version, to: newest })}>
            Compare with it
          </a>
        )}
        {session.may('documents:write') && <Restore key={etag} {...{ id, version, etag, newest }} />}
      </div>
    </section>
  );
}

type RestoreProps = { id: string; version: number; etag: string; newest: number | null };

/** The guard is the version that the user sees as the newest: a later one is not passed over unseen. */
function Restore({ id, version, etag, newest }: RestoreProps) {
  const { session, writes } = useSigned();
  const say = useSay();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const keyFor = useIdempotencyKey();
  const restore = async (wanted: number, ifMatch: string) => {
    const key = keyFor(`${wanted} ${ifMatch}`);
    const made = await session.client.restoreVersion(id, wanted, { ifMatch, idempotencyKey: key });
    writes.tell();
    return made;
  };
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const made = await restore(version, etag);
      go({ page: 'document', id, version: undefined, showsVersions: true });
      say(`Version ${version} is the newest again, as version ${made.version}`, async () => {
        await restore(newest ?? version, made.etag);
      });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const isOutdated = isApiError(error, 'PRECONDITION_FAILED');
  return (
    <>
      <button
        type="button"
        disabled={isBusy || isOutdated}
        title="It becomes the newest version. No version is lost."
        onClick={() => void submit()}
      >
        Restore version {version}
      </button>
      {error !== undefined && <TroubleNote error={error} onRetry={isOutdated ? () => writes.tell() : undefined} />}
    </>
  );
}
