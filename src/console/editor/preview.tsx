import { useEffect, useState } from 'preact/hooks';
import { findFrontMatter } from '../../markdown/front-matter/find-front-matter.js';
import { SandboxedFrame } from '../frame/sandboxed-frame.js';
import { escapeHtml, previewMarkdown } from './preview-markdown.js';

const REST_MS = 150;

/** Close to what the viewer will show: it is made here, with the viewer's style, in the frame of a stored document. */
export function Preview({ title, text }: { title: string; text: string }) {
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
