import { UsageError } from '../process/exit-status.js';

/** In one spelling, so that equal services have equal texts. Raises `UsageError`. `name`: where the text is from. */
export function parseServiceUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${name} must be an address like https://docs.example.com.`);
  }
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new UsageError(`${name} must have no user name, no password, no ? and no #.`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Whether others on the way could read what is sent. */
export function isOpenToOthers(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
