import { ROLES } from '../../domain/api-key.js';
import { ownVersion } from '../../platform/own-file.js';

/** `command`: how a shell runs `quire` at the place of this service. In a cluster it needs the service's settings. */
export type StartedAt = { url: string; metricsUrl: string | undefined; command: string; isCluster: boolean };

export const FIRST_OWNER = 'me';
export const FIRST_PLAN = 'unmetered';

export function startText({ url, metricsUrl, command, isCluster }: StartedAt): string {
  return [
    ...addressLines({ url, metricsUrl }),
    isCluster ? 'Make a key, in a shell that has the settings of this service:' : 'Make a key:',
    '',
    `  ${command} keys create --owner ${FIRST_OWNER} --roles ${ROLES.join(',')} --plan ${FIRST_PLAN}`,
    '',
  ].join('\n');
}

export function firstKeyText(key: string, { url, metricsUrl }: StartedAt): string {
  const document = { title: 'Hello', visibility: 'public', blocks: [{ type: 'paragraph', content: 'First words.' }] };
  const body = JSON.stringify(document);
  return [
    ...addressLines({ url, metricsUrl }),
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

function addressLines({ url, metricsUrl }: Pick<StartedAt, 'url' | 'metricsUrl'>): string[] {
  return [
    '',
    `Quire ${ownVersion()} serves at ${url}`,
    '',
    `  the interface  ${url}/docs`,
    `  the console    ${url}/console`,
    ...(metricsUrl === undefined ? [] : [`  the metrics    ${metricsUrl}`]),
    '',
  ];
}
