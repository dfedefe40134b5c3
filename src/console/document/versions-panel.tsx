import { useState } from 'preact/hooks';
import { isApiError, type VersionSummary } from '../../client/client.js';
import { useSigned } from '../context.js';
import { useLoad } from '../hooks.js';
import { go } from '../navigation.js';
import { AuthorText } from '../parts/author-text.js';
import { countText, whenText } from '../parts/format.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { documentHash, hashOf, type ConsoleRoute } from '../route.js';
import { useIdempotencyKey } from './use-idempotency-key.js';

type DocumentRoute = Extract<ConsoleRoute, { page: 'document' }>;
type PanelProps = { route: DocumentRoute; etag: string; onRestored: () => void };

/** Versions, newest first. Two can be compared; an earlier one can be made the newest again. */
export function VersionsPanel({ route, etag, onRestored }: PanelProps) {
  const { session } = useSigned();
  const { id } = route;
  const loaded = useLoad(`${id} ${etag}`, async (signal) => {
    const versions: VersionSummary[] = [];
    for await (const version of session.client.listVersions(id, {}, { signal })) versions.push(version);
    return versions.reverse();
  });
  const [picked, setPicked] = useState<readonly number[]>([]);
  const pick = (version: number) =>
    setPicked(picked.includes(version) ? picked.filter((other) => other !== version) : [...picked, version].slice(-2));
  const [older, newer] = [...picked].sort((a, b) => a - b);
  return (
    <aside class="versions" aria-label="Versions">
      <header>
        <h2>Versions</h2>
        <a href={documentHash(id)}>Close</a>
      </header>
      {loaded.error !== undefined && <TroubleNote error={loaded.error} onRetry={loaded.retry} />}
      {route.version !== undefined && loaded.value && route.version !== loaded.value[0]?.version && (
        <Restore id={id} version={route.version} etag={etag} onRestored={onRestored} />
      )}
      <p class="compare-line">
        {older !== undefined && newer !== undefined ? (
          <a class="button" href={hashOf({ page: 'compare', id, from: older, to: newer })}>
            Compare {older} and {newer}
          </a>
        ) : (
          <span class="quiet">Tick two versions to compare them.</span>
        )}
      </p>
      <ol reversed>
        {loaded.value?.map((summary, place) => (
          <Entry
            key={summary.version}
            route={route}
            summary={summary}
            isNewest={place === 0}
            isPicked={picked.includes(summary.version)}
            onPick={() => pick(summary.version)}
          />
        ))}
      </ol>
    </aside>
  );
}

type EntryProps = {
  route: DocumentRoute;
  summary: VersionSummary;
  isNewest: boolean;
  isPicked: boolean;
  onPick: () => void;
};

function Entry({ route, summary, isNewest, isPicked, onPick }: EntryProps) {
  const { version, title, created_at, block_count, author } = summary;
  const shown = route.version ?? (isNewest ? version : undefined);
  const target: ConsoleRoute = { ...route, version: isNewest ? undefined : version, showsVersions: true };
  return (
    <li>
      <input type="checkbox" aria-label={`Pick version ${version} to compare`} checked={isPicked} onChange={onPick} />
      <a href={hashOf(target)} aria-current={shown === version ? 'true' : undefined}>
        <strong>
          Version {version}
          {isNewest && ' (newest)'}
        </strong>
        <span dir="auto">{title}</span>
        <span class="quiet">
          <time dateTime={created_at}>{whenText(created_at)}</time>, {countText(block_count, 'block', 'blocks')}
          <AuthorText author={author} />
        </span>
      </a>
    </li>
  );
}

type RestoreProps = { id: string; version: number; etag: string; onRestored: () => void };

/** The guard is the version that the user sees as the newest: a later one is not passed over unseen. */
function Restore({ id, version, etag, onRestored }: RestoreProps) {
  const { session } = useSigned();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const keyFor = useIdempotencyKey();
  const restore = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await session.client.restoreVersion(id, version, { ifMatch: etag, idempotencyKey: keyFor(`${version} ${etag}`) });
      go({ page: 'document', id, version: undefined, showsVersions: true });
      onRestored();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const isOutdated = isApiError(error, 'PRECONDITION_FAILED');
  return (
    <div class="restore">
      {error !== undefined && <TroubleNote error={error} onRetry={isOutdated ? onRestored : undefined} />}
      <button type="button" class="primary" disabled={isBusy || isOutdated} onClick={() => void restore()}>
        Restore version {version}
      </button>
      <p class="quiet">It becomes the newest version. No version is lost.</p>
    </div>
  );
}
