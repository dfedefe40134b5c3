import { changedFields, changedMetadata, hasMembers, type MetadataChange } from './changed-fields.js';
import { Sides } from './sides.js';

/** Tags are shown as tags, other members of the metadata by name and value. */
export function MetadataRows({ change }: { change: MetadataChange }) {
  const { removedTags, addedTags, fields } = changedMetadata(change);
  return (
    <>
      {!hasMembers(change) && (
        <Sides
          change="changed"
          before={<Memberless metadata={change.from} Mark="del" />}
          after={<Memberless metadata={change.to} Mark="ins" />}
        />
      )}
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
export function FieldList({ change, side }: { change: MetadataChange; side: 'before' | 'after' }) {
  const [own, Mark] = side === 'before' ? (['from', 'del'] as const) : (['to', 'ins'] as const);
  if (!hasMembers(change)) return <Memberless metadata={change[own]} Mark={Mark} />;
  return (
    <>
      {changedFields(change).map((field) => (
        <Field key={field.name} name={field.name} value={field[own]} Mark={Mark} />
      ))}
    </>
  );
}

function Memberless({ metadata, Mark }: { metadata: MetadataChange['from']; Mark: MarkName }) {
  return <Mark class="changed-field">{metadata === null ? 'no metadata' : 'empty metadata'}</Mark>;
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
