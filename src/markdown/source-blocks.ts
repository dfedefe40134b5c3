import type { NewBlock } from '../domain/document.js';
import { withTargets } from './definitions.js';
import { numberedDefinitionsOf } from './footnote-numbers.js';
import { splitFrontMatter } from './front-matter.js';
import { footnoteBlocks } from './footnotes.js';
import { normalised, parseBlocks, type Parsed } from './parser.js';
import { titleHeading } from './title.js';
import { toBlocks } from './to-blocks.js';
import { usesOf } from './uses.js';

/**
 * What a page shows of a text. `references`: the definitions of its links, as the parser keeps them. `footnotes`: their
 * numbers, by what the text calls them.
 */
export type SourceBlocks = {
  blocks: readonly NewBlock[];
  references: Record<string, unknown> | undefined;
  footnotes: ReadonlyMap<string, number>;
};

/**
 * The top-level elements of a text that was converted before, as they are written, without its front matter. A heading
 * that the title was taken from is left out.
 */
export function sourceBlocks(text: string, title: string): SourceBlocks {
  const file = splitFrontMatter(normalised(text), Infinity);
  const parsed = parseBlocks(file.body);
  const { placed } = toBlocks(parsed);
  const { references, definitions } = parsed.environment;
  const heading = file.title === null ? titleHeading(placed, parsed.environment) : undefined;
  const shown = (heading?.title === title ? heading.others : placed).map(({ block }) => block);
  const order = definitions.length === 0 ? [] : numberedDefinitionsOf(parsed, usesOf(parsed, '[^'));
  const notes = footnoteBlocks({ ...parsed, footnotes: order }).map(({ block }) => block);
  const numbers = order.map((index, at) => [definitions[index]?.label ?? '', at + 1] as const);
  const blocks = [...withPlainTargets(shown, parsed), ...notes];
  return { blocks, references, footnotes: new Map(numbers.reverse()) };
}

/** Whose words are read without the definitions: headings, and the first paragraph, which describes the page. */
function withPlainTargets(blocks: readonly NewBlock[], { environment }: Parsed): readonly NewBlock[] {
  if (environment.references === undefined) return blocks;
  const first = blocks.find(({ type }) => type === 'paragraph');
  return blocks.map((block) =>
    block.type === 'heading' || block === first
      ? { ...block, content: withTargets(block.content, environment) }
      : block,
  );
}
