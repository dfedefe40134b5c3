import { ROLES } from '../domain/api-key.js';
import { ownVersion } from '../platform/own-file.js';

/** `command`: how this installation runs `quire`. */
export type StartedAt = { url: string; command: string };

export const FIRST_OWNER = 'me';
export const FIRST_PLAN = 'unmetered';

export function startText({ url, command }: StartedAt): string {
  return [
    ...addressLines(url),
    'Make a key:',
    '',
    `  ${command} keys create --owner ${FIRST_OWNER} --roles ${ROLES.join(',')} --plan ${FIRST_PLAN}`,
    '',
  ].join('\n');
}

export function firstKeyText(key: string, { url }: StartedAt): string {
  const document = { title: 'Hello', visibility: 'public', blocks: [{ type: 'paragraph', content: 'First words.' }] };
  const body = JSON.stringify(document);
  return [
    ...addressLines(url),
    'This is your API key, shown this once:',
    '',
    `  ${key}`,
    '',
    'Make a document. It is public: the "url" of the answer opens in a browser.',
    '',
    `  curl -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${body}' ${url}/v1/documents`,
    '',
  ].join('\n');
}

function addressLines(url: string): string[] {
  return [
    '',
    `Quire ${ownVersion()} serves at ${url}`,
    '',
    `  the interface  ${url}/docs`,
    `  the console    ${url}/console`,
    '',
  ];
}
