import { ASSET, DOCUMENT_ID, FOLDER_ID } from '../../schemas/examples.js';
import type { Description, Media, NamedOperation, Parameter } from './description.js';
import { jsonText } from './markup.js';

/** What the examples of the description call by name, and the variables that hold what the reader has made. */
const VARIABLES: readonly [string, string][] = [
  [DOCUMENT_ID, '$DOCUMENT_ID'],
  [FOLDER_ID, '$FOLDER_ID'],
  [ASSET, '$ASSET'],
];
/** The box of an example is as wide on a large window. */
const LONGEST_LINE = 78;
/** Without them, the examples show more. */
const LEFT_OUT = ['parent_id', 'cursor'];
const FIRST_ID = `sed 's/.*"id":"\\([^"]*\\)".*/\\1/'`;

/** Sets the variables of all examples. It makes what they work on. */
export function preparation(description: Description, baseUrl: string): string {
  const made = (variable: string, operationId: string) => {
    const command = curlExample(description, description.operation(operationId));
    return `${variable}=$(${command.replace('curl', 'curl -s').replace('<<END', () => `<<END | ${FIRST_ID}`)}\n)\n`;
  };
  return [
    `BASE=${baseUrl}\nKEY=dk_…\nASSET=${ASSET}\n`,
    `${curlExample(description, description.operation('putAsset'))}\n`,
    made('FOLDER_ID', 'createFolder'),
    made('DOCUMENT_ID', 'createDocument'),
    curlExample(description, description.operation('pushVersion')),
  ].join('\n');
}

/** A command that sends the example of the operation. Where there is a body, the query is for files. */
export function curlExample(description: Description, { method, path, operation }: NamedOperation): string {
  const parameters = description.parametersOf(operation);
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const start = `curl ${methodOption(method, body !== undefined)}`;
  const lines = [
    ...targetLines(start, pathOf(path, parameters), body ? [] : queryOf(parameters)),
    `  -H "X-API-Key: $KEY"`,
  ];
  if (body) lines.push(...bodyLines(body));
  return lines.join(' \\\n');
}

function methodOption(method: string, hasBody: boolean): string {
  return method === (hasBody ? 'POST' : 'GET') ? '' : `-X ${method} `;
}

/** A long query has a line for each parameter. */
function targetLines(start: string, path: string, query: readonly string[]): string[] {
  const line = `${start}"$BASE${path}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  if (line.length <= LONGEST_LINE || query.length === 0) return [line];
  return [`${start}-G "$BASE${path}"`, ...query.map((pair) => `  -d "${pair}"`)];
}

function pathOf(path: string, parameters: readonly Parameter[]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((each) => each.name === name)?.example;
    return String(example);
  });
  return withVariables(filled);
}

function queryOf(parameters: readonly Parameter[]): string[] {
  return parameters
    .filter(({ in: place, name, example }) => place === 'query' && example !== undefined && !LEFT_OUT.includes(name))
    .map(({ name, example }) => withVariables(`${name}=${encodeURIComponent(String(example))}`));
}

/** A here-document, in which the shell replaces variables and nothing needs quotes. */
function bodyLines([type, { example }]: [string, Media]): string[] {
  if (type === 'multipart/form-data') {
    return Object.entries(example as object).map(([name, value]) => `  -F '${name}=${String(value).trimEnd()}'`);
  }
  const isLines = typeof example === 'string';
  const text = isLines ? example.trimEnd() : jsonText(example);
  const quiet = text.replaceAll(/[\\$`]/g, '\\$&');
  return [
    `  -H 'Content-Type: ${type}'`,
    `  ${isLines ? '--data-binary' : '-d'} @- <<END\n${withVariables(quiet)}\nEND`,
  ];
}

function withVariables(text: string): string {
  return VARIABLES.reduce((replaced, [example, variable]) => replaced.replaceAll(example, variable), text);
}
