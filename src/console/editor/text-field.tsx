import { useState, useEffect } from 'preact/hooks';
import { findFrontMatter } from '../../markdown/find-front-matter.js';
import type { Draft, Edited } from './draft.js';
import { SandboxedFrame } from '../frame/sandboxed-frame.js';
import { escapeHtml, previewMarkdown } from './preview-markdown.js';

const REST_MS = 150;

/** Close to what the viewer will show: it is made here, with the viewer's style, in the frame of a stored document. */
function Preview({ title, text }: { title: string; text: string }) {
  const [html, setHtml] = useState(() => pageOf(title, text));
  useEffect(() => {
    const timer = setTimeout(() => setHtml(pageOf(title, text)), REST_MS);
    return () => clearTimeout(timer);
  }, [title, text]);
  return <SandboxedFrame html={html} title="Preview" />;
}

function pageOf(title: string, text: string): string {
  const style = new URL(document.body.dataset['preview'] ?? '', location.href).href;
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Preview</title><link rel="stylesheet" href="${escapeHtml(style)}"></head>
<body><main><article><h1 dir="auto">${escapeHtml(title)}</h1>${previewMarkdown(withoutFront(text))}</article></main></body></html>`;
}

function withoutFront(text: string): string {
  return text.slice(findFrontMatter(text, text.length)?.whole.length ?? 0);
}

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
        {type === 'markdown' && (
          <button type="button" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            Preview
          </button>
        )}
      </div>
      {edited?.file && source === null && (
        <p class="note-line">
          A program made this document of blocks. If you change the text, it becomes a Markdown file. Earlier versions
          keep what Markdown cannot say.
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
