import MarkdownIt from 'markdown-it';
import { useEffect, useState } from 'preact/hooks';
import { SandboxedFrame } from '../frame/sandboxed-frame.js';

const REST_MS = 150;

const parser = new MarkdownIt({ html: false, linkify: false });

/** Close to what the viewer will show. It is made here, and in the same frame as a stored document. */
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
  const heading = parser.utils.escapeHtml(title);
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Preview</title><link rel="stylesheet" href="${parser.utils.escapeHtml(style)}"></head>
<body><main><h1 dir="auto">${heading}</h1>${parser.render(text)}</main></body></html>`;
}
