import type { Draft } from './draft.js';
import type { EditedFile } from './edited-file.js';

type FieldsProps = { draft: Draft; file: EditedFile | undefined; change: (changes: Partial<Draft>) => void };

const TITLE_LENGTH = 500;

export function Fields({ draft: { title, tags, visibility }, file, change }: FieldsProps) {
  const isInText = file?.isFrontInText ?? false;
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
          disabled={isInText}
          onInput={(event) => change({ title: event.currentTarget.value })}
        />
      </label>
      <label>
        Tags, with commas between them
        <input
          value={tags}
          autocomplete="off"
          dir="auto"
          disabled={isInText}
          onInput={(event) => change({ tags: event.currentTarget.value })}
        />
      </label>
      <label>
        Who may read it
        <select
          value={visibility}
          disabled={file?.isPrivate}
          onChange={(event) => change({ visibility: event.currentTarget.value === 'public' ? 'public' : 'private' })}
        >
          <option value="private">Only keys of this owner</option>
          <option value="public">Everybody who has its address</option>
        </select>
      </label>
      {isInText && <p class="note-line wide">Title and tags are in the text, in its front matter.</p>}
      {file?.isPrivate && <p class="note-line wide">The front matter says that this is a draft, or private.</p>}
    </div>
  );
}
