import type { ChangedField, ChangedMetadata } from './changed-fields.js';
import { Sides } from './sides.js';

/** Tags are shown as tags, other members of the metadata by name and value. */
export function MetadataRows({ changed: { removedTags, addedTags, fields } }: { changed: ChangedMetadata }) {
  return (
    <>
      <TagRow removed={removedTags} added={addedTags} />
      {fields.map(({ name, from, to }) => (
        <Sides
          key={name}
          change="changed"
          before={<Field name={name} value={from} Mark="del" />}
          after={<Field name={name} value={to} Mark="ins" />}
        />
      ))}
    </>
  );
}

type MarkName = 'del' | 'ins';

function TagRow({ removed, added }: { removed: readonly string[]; added: readonly string[] }) {
  const before = <TagList label="Tags removed" tags={removed} Mark="del" />;
  const after = <TagList label="Tags added" tags={added} Mark="ins" />;
  if (removed.length === 0) return added.length === 0 ? null : <Sides change="added" after={after} />;
  return added.length === 0 ? (
    <Sides change="removed" before={before} />
  ) : (
    <Sides change="changed" before={before} after={after} />
  );
}

function TagList({ label, tags, Mark }: { label: string; tags: readonly string[]; Mark: MarkName }) {
  return (
    <span class="changed-tags">
      <span class="quiet">{label}: </span>
      {tags.map((tag) => (
        <Mark key={tag} class="tag" dir="auto" title={tag}>
          {tag}
        </Mark>
      ))}
    </span>
  );
}

/** The members that differ of one side, for a block. */
export function FieldList({ fields, side }: { fields: readonly ChangedField[]; side: 'before' | 'after' }) {
  return (
    <>
      {fields.map(({ name, from, to }) => (
        <Field key={name} name={name} value={side === 'before' ? from : to} Mark={side === 'before' ? 'del' : 'ins'} />
      ))}
    </>
  );
}

function Field({ name, value, Mark }: { name: string; value: unknown; Mark: MarkName }) {
  return (
    <span class="changed-field">
      <span class="quiet" dir="auto">
        {name}:{' '}
      </span>
      {value === undefined ? <span class="quiet">not there</span> : <Mark dir="auto">{valueText(value)}</Mark>}
    </span>
  );
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
