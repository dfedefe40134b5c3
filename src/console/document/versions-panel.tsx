import { useState } from 'preact/hooks';
import type { VersionSummary } from '../../client/client.js';
import { useSigned } from '../context.js';
import { useLoad } from '../hooks.js';
import { AuthorText } from '../parts/author-text.js';
import { countText, whenText } from '../parts/format.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { documentHash, hashOf, type ConsoleRoute } from '../route.js';

type DocumentRoute = Extract<ConsoleRoute, { page: 'document' }>;
type PanelProps = { route: DocumentRoute; etag: string };

/** Versions, newest first. Two can be compared. */
export function VersionsPanel({ route, etag }: PanelProps) {
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
        <a href={documentHash(id)} data-escape>
          Close
        </a>
        <p class="compare-line">
          {older !== undefined && newer !== undefined ? (
            <a class="button" href={hashOf({ page: 'compare', id, from: older, to: newer })}>
              Compare {older} and {newer}
            </a>
          ) : (
            <span class="quiet">Tick two versions to compare them.</span>
          )}
        </p>
      </header>
      {loaded.error !== undefined && <TroubleNote error={loaded.error} onRetry={loaded.retry} />}
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
  const { version, title, created_at, block_count, author, restored_from } = summary;
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
          {restored_from !== undefined && `, restored from version ${restored_from}`}
        </span>
      </a>
    </li>
  );
}
