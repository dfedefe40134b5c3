import type { VersionDiff } from '../../client/client.js';
import { visibleJson, visibleLines, visibleText } from '../../platform/visible-text.js';
import { timeText } from '../process/print-list.js';

type Change = VersionDiff['blocks'][number];
type Changed = Extract<Change, { change: 'changed' }>;
type Span = { op: 'equal' | 'insert' | 'delete'; text: string };
type Fields = VersionDiff['fields'];

const RED = '\x1b[31m';
const GREEN = '\x1b[32m';
const PLAIN = '\x1b[39m';

/** Equal text between two changes is left out where it is longer than two of these. */
const KEPT_CHARACTERS = 100;

/** For people, a line or several for each difference. Nothing of the service is in them that a terminal would obey. */
export function* diffLines(diff: VersionDiff, isColoured: boolean): Generator<string> {
  const { from, to, fields, blocks } = visibleDiff(diff);
  const pen = isColoured ? COLOURED : BARE;
  yield `Version ${from.version} of ${timeText(from.created_at)}`;
  yield `Version ${to.version} of ${timeText(to.created_at)}`;
  yield* fieldLines(pen, fields);
  for (const change of blocks) yield* changeLines(pen, change);
}

type Pen = { removed(text: string): string; added(text: string): string };

const BARE: Pen = { removed: (text) => `[-${text}-]`, added: (text) => `{+${text}+}` };
const COLOURED: Pen = {
  removed: (text) => RED + BARE.removed(text) + PLAIN,
  added: (text) => GREEN + BARE.added(text) + PLAIN,
};

function* fieldLines(
  pen: Pen,
  { title, content_type: type, metadata, visibility, folder_id: folder }: Fields,
): Generator<string> {
  if (title) yield `title: ${spansText(pen, title.spans)}`;
  if (type) yield `content type: ${replaced(pen, type)}`;
  if (metadata) yield `metadata: ${replacedJson(pen, metadata)}`;
  if (visibility) yield `visibility: ${replaced(pen, visibility)}`;
  if (folder) yield `folder: ${replaced(pen, folder)}`;
}

function changeLines(pen: Pen, change: Change): string[] {
  if (change.change === 'kept') return [`  ${keptText(change)}`];
  if (change.change === 'moved') return [`> ${nameOf(change.to)}, was block ${change.from + 1}`];
  if (change.change === 'changed') return changedLines(pen, change);
  const { type, content } = change.block;
  return change.change === 'added'
    ? [`+ ${nameOf(change.to)}, ${type}, added`, indented(pen.added(content))]
    : [`- ${nameOf(change.from)}, ${type}, removed`, indented(pen.removed(content))];
}

function changedLines(pen: Pen, { from, to, type, metadata, content }: Changed): string[] {
  return [
    `~ ${nameOf(to)}, changed${from === to ? '' : `, was block ${from + 1}`}`,
    ...(type ? [indented(`type: ${replaced(pen, type)}`)] : []),
    ...(metadata ? [indented(`metadata: ${replacedJson(pen, metadata)}`)] : []),
    ...(content ? [indented('spans' in content ? spansText(pen, content.spans) : replaced(pen, content))] : []),
  ];
}

/** Blocks are counted from 1, as people do. */
function nameOf(order: number): string {
  return `block ${order + 1}`;
}

function keptText({ from, to, count }: Extract<Change, { change: 'kept' }>): string {
  const blocks = count === 1 ? nameOf(to) : `blocks ${to + 1} to ${to + count}`;
  return `${blocks}, equal${from === to ? '' : `, from block ${from + 1} on`}`;
}

function spansText(pen: Pen, spans: readonly Span[]): string {
  return spans.map((span, at) => spanText(pen, span, { isFirst: at === 0, isLast: at === spans.length - 1 })).join('');
}

function spanText(pen: Pen, { op, text }: Span, place: { isFirst: boolean; isLast: boolean }): string {
  if (op === 'equal') return shortened(text, place);
  return (op === 'insert' ? pen.added : pen.removed)(text);
}

function shortened(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= 2 * KEPT_CHARACTERS) return text;
  return `${isFirst ? '' : text.slice(0, KEPT_CHARACTERS)} … ${isLast ? '' : text.slice(-KEPT_CHARACTERS)}`;
}

function replaced(pen: Pen, { from, to }: { from: string; to: string }): string {
  return pen.removed(from) + pen.added(to);
}

function replacedJson(pen: Pen, { from, to }: { from: unknown; to: unknown }): string {
  return replaced(pen, { from: visibleJson(JSON.stringify(from)), to: visibleJson(JSON.stringify(to)) });
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

/** Contents have lines, other texts are one. Metadata is left as it is: `replacedJson` shows it. */
function visibleDiff(diff: VersionDiff): VersionDiff {
  return visibleMember(diff, visibleText) as VersionDiff;
}

function visibleMember(value: unknown, show: (text: string) => string): unknown {
  if (typeof value === 'string') return show(value);
  if (Array.isArray(value)) return value.map((item) => visibleMember(item, show));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visibleNamed(name, member, show)]));
}

function visibleNamed(name: string, member: unknown, show: (text: string) => string): unknown {
  if (name === 'metadata') return member;
  return visibleMember(member, name === 'content' ? visibleLines : show);
}
