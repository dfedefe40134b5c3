import type { VersionSummary } from '../../client/client.js';

/** Whose key made a version; nothing where the service does not know. */
export function AuthorText({ author }: Pick<VersionSummary, 'author'>) {
  return (
    author && (
      <>
        , by <bdi title={author.key_id}>{author.label ?? author.key_id}</bdi>
      </>
    )
  );
}
