import { useState } from 'preact/hooks';
import type { Version } from '../../client/client.js';
import { useSigned } from '../context.js';
import { DocumentView } from '../document/document-view.js';
import { useLoad } from '../hooks.js';
import { AuthorText } from '../parts/author-text.js';
import { whenText } from '../parts/format.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { useTitle } from '../parts/use-title.js';
import { documentHash, hashOf, type ConsoleRoute } from '../route.js';
import { BlockRows } from './block-rows.js';
import { MetadataRows } from './metadata-rows.js';
import { Sides, Spans, type ComparedVersions } from './sides.js';

/** The title is shown always, the other fields if they differ. */
function FieldRows({ diff: { fields }, before, after }: ComparedVersions) {
  const { title, content_type, metadata, visibility, folder_id } = fields;
  return (
    <>
      <Sides
        change={title ? 'changed title' : 'kept title'}
        before={title ? <Spans spans={title.spans} side="before" /> : before.title}
        after={title ? <Spans spans={title.spans} side="after" /> : after.title}
      />
      {content_type && <WordRow name="content type" change={content_type} />}
      {visibility && <WordRow name="visibility" change={visibility} />}
      {folder_id && <WordRow name="folder" change={folder_id} />}
      {metadata && <MetadataRows change={metadata} />}
    </>
  );
}

function WordRow({ name, change: { from, to } }: { name: string; change: { from: string; to: string } }) {
  const before = (
    <del>
      {name} {from}
    </del>
  );
  const after = (
    <ins>
      {name} {to}
    </ins>
  );
  return <Sides change="changed" before={before} after={after} />;
}

type CompareRoute = Extract<ConsoleRoute, { page: 'compare' }>;

/** Two versions side by side: their text, with what differs marked, or their pages. */
export function ComparePage({ route }: { route: CompareRoute }) {
  const { session } = useSigned();
  const { id, from, to } = route;
  const [hasPages, setPages] = useState(false);
  const { value, error, isLoading, retry } = useLoad(`${id} ${from} ${to}`, async (signal) => {
    const [diff, before, after] = await Promise.all([
      session.client.diffVersions(id, { from, to }, { signal }),
      session.client.getVersion(id, from, { signal }),
      session.client.getVersion(id, to, { signal }),
    ]);
    return { diff, before, after };
  });
  const name = value?.after.title ?? 'Document';
  useTitle(`Versions ${from} and ${to} of ${name}`);
  return (
    <>
      <Head route={route} name={name} hasPages={hasPages} onTurn={() => setPages(!hasPages)} />
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {isLoading && !value && <p class="quiet loading">Loading …</p>}
      {value && (
        <div class="sides" role="table" aria-label={`What differs between versions ${from} and ${to}`}>
          <div class="side-row heads" role="row">
            <VersionHead id={id} version={value.before} />
            <VersionHead id={id} version={value.after} />
          </div>
          {!hasPages && [<FieldRows key="fields" {...value} />, <BlockRows key="blocks" {...value} />]}
        </div>
      )}
      {value && hasPages && (
        <div class="pages">
          <DocumentView id={id} version={from} title={`Page of version ${from}`} />
          <DocumentView id={id} version={to} title={`Page of version ${to}`} />
        </div>
      )}
    </>
  );
}

type HeadProps = { route: CompareRoute; name: string; hasPages: boolean; onTurn: () => void };

function Head({ route: { id, from, to }, name, hasPages, onTurn }: HeadProps) {
  return (
    <header class="page-head">
      <nav class="path" aria-label="The document">
        <ol>
          <li>
            <a href={documentHash(id)} dir="auto">
              {name}
            </a>
          </li>
          <li>
            <a href={hashOf({ page: 'document', id, version: undefined, showsVersions: true })}>Versions</a>
          </li>
        </ol>
      </nav>
      <h1>
        Versions {from} and {to}
      </h1>
      <div class="actions">
        <button type="button" aria-pressed={hasPages} onClick={onTurn}>
          Pages
        </button>
        {!hasPages && (
          <p class="quiet legend">
            <del>gone</del> <ins>new</ins>
          </p>
        )}
      </div>
    </header>
  );
}

function VersionHead({ id, version: { version, created_at, author } }: { id: string; version: Version }) {
  return (
    <div class="side" role="columnheader">
      <a href={hashOf({ page: 'document', id, version, showsVersions: true })}>Version {version}</a>{' '}
      <span class="quiet">
        <time dateTime={created_at}>{whenText(created_at)}</time>
        <AuthorText author={author} />
      </span>
    </div>
  );
}
