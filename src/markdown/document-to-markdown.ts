import type { Content, NewBlock, Visibility } from '../domain/document.js';
import type { JsonObject } from '../domain/json.js';
import { BOOKKEEPING_KEY, readBookkeeping, type Bookkeeping } from './bookkeeping.js';
import { footnoteLabels, fromBlocks } from './from-blocks.js';
import { withLabels } from './footnotes.js';
import { writeFrontMatter } from './front-matter.js';
import { withTitleHeading } from './title.js';

export type StoredDocument = Pick<Content, 'title' | 'metadata' | 'blocks'> & { visibility: Visibility };

/**
 * The file of a document of content type markdown. Metadata that the file did not have goes into its front matter, too:
 * a caller that added some takes it out before.
 */
export function documentToMarkdown({ title, metadata, blocks, visibility }: StoredDocument): string {
  const { [BOOKKEEPING_KEY]: kept, title: _title, visibility: _visibility, ...fields } = metadata ?? {};
  const bookkeeping = readBookkeeping(kept);
  const headed = isInFrontMatter(bookkeeping) ? undefined : withTitleHeading(blocks, title, bookkeeping);
  const isUntitled = headed !== undefined || bookkeeping.file_title === title;
  const frontMatter: JsonObject = {
    ...(!isUntitled && { title }),
    ...fields,
    ...(bookkeeping.front_matter?.includes('visibility') && { visibility }),
  };
  const front = writeFrontMatter(frontMatter);
  return `${front}${front === '' ? '' : '\n'}${bodyToMarkdown(headed ?? blocks, bookkeeping.comments)}`;
}

/** `comments`: those at the end. */
export function bodyToMarkdown(blocks: readonly NewBlock[], comments = ''): string {
  const pieces = [...fromBlocks(blocks), ...(comments === '' ? [] : [comments])];
  const body = pieces.map((piece) => `${piece}\n`).join('\n');
  const labels = blocks.flatMap((block) => footnoteLabels(block) ?? []);
  return labels.length === 0 ? body : withLabels(body, labels);
}

function isInFrontMatter({ front_matter, file_title }: Bookkeeping): boolean {
  return file_title !== undefined || front_matter?.includes('title') === true;
}
