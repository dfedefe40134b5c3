import { createHash } from 'node:crypto';
import type { SentContent } from './contents.js';
import type { SeededRandom } from './seeded-random.js';

/** What answers show of the file that a version was made of; null: it was made of blocks. */
export type ShownSource = { media_type: string; sha256: string; bytes: number } | null;

/** Of a version without a file. */
export const NO_FILE = 'none';

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function digestOfSource(source: ShownSource): string {
  return source?.sha256 ?? NO_FILE;
}

export function sourceOfText(text: string): ShownSource {
  return { media_type: 'text/markdown', sha256: digestOf(text), bytes: Buffer.byteLength(text) };
}

const HIDDEN = ['<!-- a comment -->', '[unused]: https://example.com/'];

/** A file that becomes this content; none is what Markdown made of its blocks would be. */
export function fileOf({ title, metadata, blocks }: SentContent, random: SeededRandom): string {
  const end = random.pick(['\n', '\r\n']);
  const isTitled = random.chance(0.5);
  const parts = [
    `${random.pick(['', '\ufeff'])}---`,
    ...(isTitled ? [`title:   '${title}'`] : []),
    `tags: [ ${metadata.tags.map((tag) => `"${tag}"`).join(' , ')} ] # all of them`,
    `source: ${metadata.source}`,
    '---',
    `[//]: # (of ${metadata.source})`,
    '',
    ...(isTitled ? [] : [`${title}${end}===`, '']),
    // What is no block tells two lists apart.
    ...blocks.flatMap((block) => [textOf(block, end), '', random.pick(HIDDEN), '']),
  ];
  return parts.join(end);
}

function textOf({ type, content, metadata }: SentContent['blocks'][number], end: string): string {
  if (type === 'heading') return `${'#'.repeat(Number(metadata?.['level']))}  ${content} ##`;
  if (type === 'code') return ['~~~~ text', content, '~~~~'].join(end);
  return content;
}
