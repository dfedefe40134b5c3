import type { Constant } from '../../answers/constant-answer.js';
import type { Json } from '../../openapi/components.js';
import { sitePage } from '../page.js';
import { preparation } from './curl-example.js';
import { Description, type Header, type Schema } from './description.js';
import { code, codeBlock, fieldList, heading, inline, prose } from './markup.js';
import { operationSection } from './operation-section.js';
import { memberList, schemaText, typeText } from './schema-markup.js';

type Chapter = { id: string; name: string; body: string; parts: { id: string; name: string }[] };

/** The interface as one page, from the OpenAPI description. */
export function referencePage(api: Json, baseUrl: string): Constant {
  const description = new Description(api);
  const chapters = [
    beginning(description, baseUrl),
    ...description.tags.map((tag) => operationChapter(description, tag)),
    schemaChapter(description.components.schemas),
    errorChapter(description.components.schemas),
    headerChapter(description.components.headers),
  ];
  const contents = contentsOf(chapters);
  const body = `<div class="reference">
<aside class="contents"><nav aria-label="Contents">${contents}</nav></aside>
<div>
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${contents}</nav></details>
<main>
<h1>The interface</h1>
${prose(description.general)}
<p>Programs read the same as <a href="openapi.json">openapi.json</a>. For TypeScript and JavaScript there is a client, the
package <code>quire-documents</code>, which <code>npm run pack-client</code> makes in a checkout of Quire.</p>
${chapters.map(({ id, name, body: text }) => `${heading(2, { id, name })}\n${text}`).join('\n')}
</main>
</div>
</div>`;
  return sitePage({ path: 'docs', title: 'The interface of Quire', description: 'Every operation of Quire.', body });
}

function contentsOf(chapters: readonly Chapter[]): string {
  const link = ({ id, name }: { id: string; name: string }) => `<a href="#${id}">${inline(name)}</a>`;
  const items = chapters.map(({ parts, ...chapter }) => {
    const inner = parts.map((part) => `<li>${link(part)}</li>`).join('');
    return `<li class="group">${link(chapter)}</li>${inner}`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

function beginning(description: Description, baseUrl: string): Chapter {
  const body = `<p>The examples of this page run as they are shown, in a shell with <code>curl</code>. They use four variables,
which the lines below set. Put your key into the second line. The lines make a folder, a document, and a second version
of it.</p>
${codeBlock(preparation(description, baseUrl), 'preparation')}`;
  return { id: 'begin', name: 'Before you begin', body, parts: [] };
}

function operationChapter(description: Description, tag: Description['tags'][number]): Chapter {
  const operations = description.operationsOf(tag.name);
  return {
    id: tag.name,
    name: `${tag.name.charAt(0).toUpperCase()}${tag.name.slice(1)}`,
    body: [prose(tag.description), ...operations.map((each) => operationSection(description, each))].join('\n'),
    parts: operations.map(({ operation }) => ({ id: operation.operationId, name: operation.summary })),
  };
}

/** The schemas of requests and answers. Errors have a chapter of their own. */
function schemaChapter(schemas: Record<string, Schema>): Chapter {
  const sections = Object.entries(schemas)
    .filter(([, schema]) => codeOf(schema) === undefined && !isErrorAnswer(schema))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, schema]) => `<section>\n${heading(3, { id: `schema-${name}`, name })}\n${schemaBody(schema)}\n</section>`,
    );
  return { id: 'schemas', name: 'Schemas', body: sections.join('\n'), parts: [] };
}

function schemaBody(schema: Schema): string {
  const kind = schema.properties ? '' : `<p class="type">${typeText(schema)}</p>\n`;
  return `<p>${schemaText(schema)}</p>\n${kind}${memberList(schema)}`;
}

function errorChapter(schemas: Record<string, Schema>): Chapter {
  const errors = Object.entries(schemas).flatMap(([name, schema]) => {
    const term = codeOf(schema);
    return term === undefined ? [] : [{ id: `schema-${name}`, term, text: errorText(schema) }];
  });
  const body = `<p>The body of an error is <code>{"error":{"code":…,"message":…,"details":{…}}}</code>. The first number below is its
status. Where <code>details</code> have members, they are listed.</p>
${fieldList(errors)}`;
  return { id: 'errors', name: 'Errors', body, parts: [] };
}

function errorText({ description = '', properties = {} }: Schema): string {
  return inline(description) + memberList(properties['details'] ?? {});
}

function headerChapter(headers: Record<string, Header>): Chapter {
  const fields = Object.entries(headers).map(([term, { description, schema, example }]) => ({
    id: `header-${term}`,
    term,
    type: typeText(schema),
    text: `${inline(description)} For example ${code(String(example))}.`,
  }));
  const location = { id: 'header-Location', term: 'Location', type: 'string', text: 'The path of what was made.' };
  return { id: 'headers', name: 'Headers of answers', body: fieldList([...fields, location]), parts: [] };
}

function codeOf({ properties }: Schema): string | undefined {
  const [value] = properties?.['code']?.enum ?? [];
  return typeof value === 'string' ? value : undefined;
}

function isErrorAnswer({ properties = {} }: Schema): boolean {
  return Object.keys(properties).join() === 'error';
}
