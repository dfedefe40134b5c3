import { useEffect, useRef } from 'preact/hooks';

type Html = { toString(): string };
type Policy = { createHTML(html: string): Html };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

/** A browser without trusted types takes the text. No other place of the console makes markup from text. */
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const POLICY = trustedTypes?.createPolicy('quire-frame', { createHTML: (html) => html });

/**
 * Shows the markup of a document. The console holds a key, and a document must never reach it, even if the viewer had a
 * fault. So the markup is parsed in a frame alone, never in the console's own page. The frame has an origin of its
 * own, which reads nothing of the console: no `allow-same-origin`. It runs no script: no `allow-scripts`, and a policy
 * that it inherits from the console, which allows none but the console's. It cannot submit forms, load frames or lead
 * the console elsewhere. Its links open in tabs that know nothing of the console.
 */
export function SandboxedFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const markup = withLinks(html);
    frame.current.srcdoc = (POLICY?.createHTML(markup) ?? markup) as string;
  }, [html]);
  return <iframe ref={frame} title={title} sandbox="allow-popups allow-popups-to-escape-sandbox" />;
}

/**
 * A link in the frame may lead nowhere but to a new tab. One to a place in the page is written with the frame's own
 * address: alone it would be resolved against the address of the console.
 */
function withLinks(html: string): string {
  return html
    .replace(/<a (?=[^<>]*href="(?:https?:|mailto:))/g, '<a target="_blank" ')
    .replace(/(<a [^<>]*href=")(?=#)/g, '$1about:srcdoc');
}
