import { useState } from 'preact/hooks';
import type { Document } from '../../client/client.js';
import type { DocumentText } from './document-text.js';
import type { Draft } from './draft.js';
import { Preview } from './preview.js';

type TextFieldProps = {
  draft: Draft;
  document: Document | undefined;
  text: DocumentText | undefined;
  change: (changes: Partial<Draft>) => void;
};

export function TextField({ draft, document, text, change }: TextFieldProps) {
  const [isPreview, setPreview] = useState(false);
  const type = document?.content_type ?? 'markdown';
  if (text?.isFixed === true) {
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
        {type === 'markdown' && (
          <button type="button" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            Preview
          </button>
        )}
      </div>
      {text?.isWhole === false && (
        <p class="note-line">
          Some blocks of this document say more than Markdown can. If you change the text, they become what it says.
          Earlier versions keep them.
        </p>
      )}
      <div class={`text-body ${isPreview ? 'with-preview' : ''}`}>
        <textarea
          id="text"
          value={draft.text}
          spellcheck
          dir="auto"
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
        {isPreview && <Preview title={draft.title} text={draft.text} />}
      </div>
    </div>
  );
}

const NAMES = { markdown: 'Markdown', html: 'HTML', text: 'Text' };
