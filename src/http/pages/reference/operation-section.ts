import type { ErrorCode } from '../../../domain/errors.js';
import { escapeHtml } from '../../../render/safety/escape.js';
import { errorName } from '../../schemas/errors.js';
import { curlExample } from './curl-example.js';
import type { Description, Media, NamedOperation, Parameter, Response } from './description.js';
import { code, codeBlock, fieldList, heading, inline, jsonText, prose } from './markup.js';
import { schemaText, typeText } from './schema-markup.js';

export function operationSection(description: Description, named: NamedOperation): string {
  const { method, path, operation } = named;
  const responses = description.responsesOf(operation);
  const parts = [
    heading(3, { id: operation.operationId, name: operation.summary }),
    `<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> ${code(path)}</p>`,
    prose(operation.description),
    codeBlock(curlExample(description, named), 'run'),
    parameterPart(description.parametersOf(operation)),
    bodyPart(operation.requestBody?.content),
    '<h4>Answers</h4>',
    ...responses.filter(([status]) => status < 400).map(([status, response]) => answerPart(status, response)),
    '<h4>Errors</h4>',
    errorPart(responses.filter(([status]) => status >= 400)),
  ];
  return `<section>\n${parts.filter((part) => part !== '').join('\n')}\n</section>`;
}

const PLACES = { path: 'in the path', query: 'in the query', header: 'header' };

function parameterPart(parameters: readonly Parameter[]): string {
  const fields = parameters.map(({ name, in: place, required = false, schema, description }) => ({
    term: name,
    type: `${PLACES[place]}, ${typeText(schema)}`,
    isRequired: required,
    text: place === 'header' ? inline(description) : schemaText({ ...schema, description }),
  }));
  return `<h4>Parameters</h4>\n${fieldList(fields)}`;
}

function bodyPart(content: Record<string, Media> | undefined): string {
  const [body] = Object.entries(content ?? {});
  if (!body) return '';
  return `<h4>Body</h4>\n<p>${contentText(body)}</p>`;
}

function contentText([type, { schema }]: [string, Media]): string {
  const { contentSchema } = schema;
  return contentSchema
    ? `Lines of ${typeText(contentSchema)}, as ${code(type)}`
    : `${typeText(schema)}, as ${code(type)}`;
}

function answerPart(status: number, { description, headers = {}, content }: Response): string {
  const [body] = Object.entries(content ?? {});
  const names = Object.keys(headers).map((name) => `<a href="#header-${escapeHtml(name)}">${escapeHtml(name)}</a>`);
  const text = [
    `<p><strong>${status}</strong> ${inline(description)}${body ? ` ${contentText(body)}.` : ''}</p>`,
    `<p class="note">Headers: ${names.join(', ')}</p>`,
  ];
  const example = body?.[1].example;
  if (example !== undefined) {
    const shown = typeof example === 'string' ? example.trimEnd() : jsonText(example);
    text.push(`<details class="answer"><summary>Example of an answer</summary>\n${codeBlock(shown)}</details>`);
  }
  return text.join('\n');
}

/** The description of an error response has a paragraph for each code: the code, a colon, the message. */
function errorPart(responses: readonly [number, Response][]): string {
  const rows = responses.flatMap(([status, { description }]) =>
    description.split('\n\n').map((line) => {
      const [name = '', ...message] = line.replaceAll('`', '').split(': ');
      const link = `<a href="#schema-${errorName(name as ErrorCode)}">${escapeHtml(name)}</a>`;
      return `<tr><td>${status}</td><td>${link}</td><td>${escapeHtml(message.join(': '))}</td></tr>`;
    }),
  );
  return `<div class="scroll"><table class="errors"><tbody>\n${rows.join('\n')}\n</tbody></table></div>`;
}
