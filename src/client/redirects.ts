import { NoAnswerError } from './api-error.js';

const MOST_CHARACTERS = 200;

/** Whether `fetch` was sent elsewhere. Runtimes show that in three ways. 304 leads nowhere. */
export function isRedirect({ type, status, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** `target`: the address that was asked. The key would go to the new one, and a write may become a read. */
export function redirectError(response: Response, target: string): NoAnswerError {
  const { redirected, url, headers } = response;
  // A browser hides the status and the address, and of a redirect that was followed the status is another's.
  const status = redirected ? 0 : response.status;
  const location = redirected ? url : headers.get('Location');
  const where = location === null ? 'a hidden address' : shownAddress(location, target);
  return new NoAnswerError(`a redirect${status === 0 ? '' : ` (${status})`} to ${where}, which is not followed`, {
    status,
  });
}

/** Without what may be secret: user, password, query. A URL of HTTP has only visible ASCII in host and path. */
function shownAddress(location: string, target: string): string {
  if (!URL.canParse(location, target)) return 'an address that cannot be read';
  const { protocol, host, pathname } = new URL(location, target);
  if (!/^https?:$/.test(protocol)) return `an address that begins with ${protocol.slice(0, MOST_CHARACTERS)}`;
  return shortened(`${protocol}//${host}${pathname}`);
}

export function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
