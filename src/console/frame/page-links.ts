const TO_DOCUMENT = /^[^#]*\/console(#\/documents\/[^#]+)$/;

/**
 * The markup of a page for the frame. A link to a place in the page is written with the frame's own address: alone it
 * would be resolved against the address of the console. Each other link leads to a new tab at the most. The
 * images of the version have no address yet, as the service gives them to who has the key.
 */
export function withLinks(html: string): string {
  return html
    .replace(/(<img (?=[^<>]*data-asset=")[^<>]*?)src="[^"]*"/g, '$1')
    .replace(/<a (?=[^<>]*href="(?:https?:|mailto:))/g, '<a target="_blank" ')
    .replace(/(<a [^<>]*href=")(?=#)/g, '$1about:srcdoc');
}

/** What a link to a document is in the address of the console; undefined: the link is another. */
export function hashOfLink(href: string): string | undefined {
  return TO_DOCUMENT.exec(href)?.[1];
}
