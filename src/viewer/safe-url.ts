const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);
const IMAGE_PROTOCOLS: ReadonlySet<string> = new Set(['https:']);
const MAX_URL_LENGTH = 4096;

/**
 * The address as a browser reads it, or undefined if it is relative, too long or of another scheme. What is
 * judged is the parsed form, and the parsed form is what is given back: a browser drops tabs, line ends and
 * case in the same way, so that no spelling of `javascript:` can pass for something else.
 */
function normalised(address: string, protocols: ReadonlySet<string>): string | undefined {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return protocols.has(url.protocol) ? url.href : undefined;
}

/** An absolute https, http or mailto address, normalised; otherwise undefined. */
export function safeLink(address: string | undefined): string | undefined {
  return address === undefined ? undefined : normalised(address, LINK_PROTOCOLS);
}

/** An absolute https address, normalised; otherwise undefined. */
export function safeImage(address: string | undefined): string | undefined {
  return address === undefined ? undefined : normalised(address, IMAGE_PROTOCOLS);
}
