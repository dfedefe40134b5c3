import { useEffect, useRef, useState } from 'preact/hooks';
import { bareAnchor } from '../../domain/content/anchors.js';
import { useSigned } from '../context.js';
import { troubleOf } from '../trouble.js';
import type { AssetStore } from './asset-store.js';
import { hashOfLink, withLinks } from './page-links.js';

type Html = { toString(): string };
type Policy = { createHTML(html: string): Html };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

/** A browser without trusted types takes the text. No other place of the console makes markup from text. */
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const POLICY = trustedTypes?.createPolicy('quire-frame', { createHTML: (html) => html });

type FrameProps = {
  html: string;
  title: string;
  /** The name of a place, which is scrolled to. */
  at?: string | undefined;
  /** The first place whose name has the same letters will do. */
  isLike?: boolean;
  /** The page has no such place. */
  onMissing?: () => void;
  /** A plain click on a link to a document, as it is in the address of the console. */
  onLink: (hash: string) => void;
};

/**
 * Shows the markup of a document, as high as it is. The console holds a key, and a document must never reach it, even
 * if the viewer had a fault. So the markup is parsed in a frame alone, never in the console's own page. Two locks keep
 * it from running anything, each by itself: the sandbox has no `allow-scripts`, and the frame inherits the policy of
 * the console, which allows no script but the console's own. It cannot submit forms, load frames or lead the console
 * elsewhere. Its links open in tabs that know nothing of the console. `allow-same-origin` lets the console see how high
 * the page is and which link is clicked; for what runs nothing it opens nothing.
 */
export function SandboxedFrame({ html, title, at, isLike = false, onMissing, onLink }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(onLink);
  latest.current = onLink;
  const { assets } = useSigned().session;
  const [page, setPage] = useState<Document>();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const before = element.contentDocument;
    const markup = withLinks(html);
    element.srcdoc = (POLICY?.createHTML(markup) ?? markup) as string;
    return onNextPage(element, before, (next) => {
      next.addEventListener('click', (event) => follow(event, assets, latest.current));
      next.addEventListener('keydown', (event) => onKey(event, element));
      setPage(next);
    });
  }, [html]);
  useEffect(() => {
    const controller = new AbortController();
    if (page) void assets.show(page, controller.signal);
    return () => controller.abort();
  }, [page]);
  useEffect(() => (frame.current && page ? growWith(frame.current, page) : undefined), [page]);
  useEffect(() => {
    if (!at || !page) return;
    const name = isLike ? nameLike(at, page) : at;
    if (page.getElementById(name)) page.defaultView?.location.replace(`about:srcdoc#${encodeURIComponent(name)}`);
    else onMissing?.();
  }, [page, at, isLike]);
  return <iframe ref={frame} title={title} sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" />;
}

function nameLike(at: string, page: Document): string {
  const letters = bareAnchor(at);
  return [...page.querySelectorAll('[id]')].find(({ id }) => bareAnchor(id) === letters)?.id ?? at;
}

/** The event `load` comes later: it waits for images of others. Returns what ends the wait. */
function onNextPage(frame: HTMLIFrameElement, before: Document | null, use: (page: Document) => void): () => void {
  let request = 0;
  const look = () => {
    const page = frame.contentDocument;
    if (page && page !== before && page.URL.startsWith('about:srcdoc') && page.readyState !== 'loading') use(page);
    else request = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(request);
}

/** The height changes with the width, with an image that has come, and with details that are opened. */
function growWith(frame: HTMLIFrameElement, { documentElement: root }: Document): () => void {
  const fit = () => {
    const around = frame.offsetHeight - root.clientHeight;
    frame.style.height = `${Math.ceil(root.getBoundingClientRect().height) + around}px`;
  };
  fit();
  const observer = new ResizeObserver(fit);
  observer.observe(root);
  return () => observer.disconnect();
}

/** Keys that lead elsewhere do it from here, too. Chromium scrolls what is around a frame by all keys but Space. */
function onKey(event: KeyboardEvent, frame: HTMLIFrameElement): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((key === '/' || key === 'Escape') && !ctrlKey && !metaKey && !altKey) {
    const isUnused = frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    if (!isUnused) event.preventDefault();
    return;
  }
  const isHandled = (event.target as Element).closest('summary, a[href]') !== null;
  if (key !== ' ' || isHandled) return;
  event.preventDefault();
  scrollBy({ top: (event.shiftKey ? -0.9 : 0.9) * innerHeight });
}

/** A click with a key or another button does what the browser does with it. */
function follow(event: MouseEvent, assets: AssetStore, onLink: FrameProps['onLink']): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  // Elements of the frame are of classes of its own.
  const link = (target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
  const hash = hashOfLink(link?.getAttribute('href') ?? '');
  const sha256 = link?.dataset['asset'];
  if ((hash ?? sha256) === undefined || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  event.preventDefault();
  if (hash !== undefined) onLink(hash);
  else if (link && sha256 !== undefined)
    void download(link, assets.addressOf(sha256)).catch((error: unknown) => (link.title = troubleOf(error).title));
}

/** A file of the version is never opened: it would be in the console's origin. */
async function download({ textContent, ownerDocument }: HTMLAnchorElement, got: Promise<string>): Promise<void> {
  const link = document.createElement('a');
  link.download = textContent.trim() || ownerDocument.title;
  link.href = await got;
  link.click();
}
