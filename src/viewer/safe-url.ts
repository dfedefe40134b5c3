const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);
const IMAGE_PROTOCOLS: ReadonlySet<string> = new Set(['https:']);
const MAX_URL_LENGTH = 4096;

/**
 * The address as a browser parses it; undefined if it is relative, too long or of another scheme. The parsed form is
 * both judged and returned: browsers drop tabs, line ends and case in the same way, so no spelling of `javascript:`
 * passes.
 */
function normalised(address: string, protocols: ReadonlySet<string>): string | undefined {
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return protocols.has(url.protocol) ? url.href : undefined;
}

export function safeLink(address: string | undefined): string | undefined {
  return address === undefined ? undefined : normalised(address, LINK_PROTOCOLS);
}

export function safeImage(address: string | undefined): string | undefined {
  return address === undefined ? undefined : normalised(address, IMAGE_PROTOCOLS);
}
