import { useRef, useState } from 'preact/hooks';
import { TroubleNote } from '../parts/trouble-note.js';
import type { Draft, Edited } from './draft.js';
import { useInsertImages } from './insert-images.js';
import { Preview } from './preview.js';

type TextFieldProps = { draft: Draft; edited: Edited | undefined; change: (changes: Partial<Draft>) => void };

export function TextField({ draft, edited, change }: TextFieldProps) {
  const [isPreview, setPreview] = useState(false);
  const { content_type: type, source, blocks } = edited?.document ?? { content_type: 'markdown', blocks: [] };
  if (type !== 'markdown' && blocks.length > 1) {
    return (
      <p class="note-line">
        The text of this document is {type} in several blocks, which cannot be edited here. Title, tags and readers can.
      </p>
    );
  }
  return (
    <div class="text-field">
      <div class="text-head">
        <label for="text">{NAMES[type]}</label>
        <button type="button" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          Preview
        </button>
      </div>
      {edited?.file && source === null && (
        <p class="note-line">
          A program made this document of blocks. If you change the text, it becomes a Markdown file. Earlier versions
          keep what Markdown cannot say.
        </p>
      )}
      <div class={`text-body ${isPreview ? 'with-preview' : ''}`}>
        <TextArea draft={draft} change={change} takesImages={type === 'markdown'} />
        {isPreview && <Preview draft={draft} edited={edited} />}
      </div>
    </div>
  );
}

type TextAreaProps = Pick<TextFieldProps, 'draft' | 'change'> & { takesImages: boolean };

function TextArea({ draft, change, takesImages }: TextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { insert, isBusy, error } = useInsertImages(field, { draft, change });
  const take = (event: Event, data: DataTransfer | null) => insert(data) && event.preventDefault();
  return (
    <div class="text-area">
      {isBusy && (
        <p class="quiet" role="status">
          The image is sent …
        </p>
      )}
      {error !== undefined && <TroubleNote error={error} />}
      <textarea
        ref={field}
        id="text"
        value={draft.text}
        spellcheck
        dir="auto"
        onInput={(event) => change({ text: event.currentTarget.value })}
        {...(takesImages && {
          onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
          onDrop: (event: DragEvent) => take(event, event.dataTransfer),
          onDragOver: (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
        })}
      />
    </div>
  );
}

const NAMES = { markdown: 'Markdown', html: 'HTML', text: 'Text' };
