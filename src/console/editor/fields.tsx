import type { Draft } from './draft.js';

type FieldsProps = { draft: Draft; change: (changes: Partial<Draft>) => void };

const TITLE_LENGTH = 500;

export function Fields({ draft: { title, tags, visibility }, change }: FieldsProps) {
  return (
    <div class="fields">
      <label class="wide">
        Title
        <input
          value={title}
          maxLength={TITLE_LENGTH}
          autocomplete="off"
          dir="auto"
          required
          onInput={(event) => change({ title: event.currentTarget.value })}
        />
      </label>
      <label>
        Tags, with commas between them
        <input
          value={tags}
          autocomplete="off"
          dir="auto"
          onInput={(event) => change({ tags: event.currentTarget.value })}
        />
      </label>
      <label>
        Who may read it
        <select
          value={visibility}
          onChange={(event) => change({ visibility: event.currentTarget.value === 'public' ? 'public' : 'private' })}
        >
          <option value="private">Only keys of this owner</option>
          <option value="public">Everybody who has its address</option>
        </select>
      </label>
    </div>
  );
}
