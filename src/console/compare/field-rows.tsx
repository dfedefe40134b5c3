import { MetadataRows } from './metadata-rows.js';
import { Sides, Spans, type ComparedVersions } from './sides.js';

/** The title is shown always, the other fields if they differ. */
export function FieldRows({ diff: { fields }, before, after }: ComparedVersions) {
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
