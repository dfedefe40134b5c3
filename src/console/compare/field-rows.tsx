import { MetadataRows } from './metadata-rows.js';
import { Sides, Spans, type ComparedVersions } from './sides.js';

/** Title, content type and metadata. The title is shown always, the others if they differ. */
export function FieldRows({ diff: { fields }, before, after }: ComparedVersions) {
  const { title, content_type, metadata } = fields;
  return (
    <>
      <Sides
        change={title ? 'changed title' : 'kept title'}
        before={title ? <Spans spans={title.spans} side="before" /> : before.title}
        after={title ? <Spans spans={title.spans} side="after" /> : after.title}
      />
      {content_type && (
        <Sides
          change="changed"
          before={<del>content type {content_type.from}</del>}
          after={<ins>content type {content_type.to}</ins>}
        />
      )}
      {metadata && <MetadataRows change={metadata} />}
    </>
  );
}
