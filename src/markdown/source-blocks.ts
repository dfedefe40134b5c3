import type { Token } from 'markdown-it';
import type { NewBlock } from '../domain/document.js';
import { withTargets } from './notes/definitions.js';
import { numberedDefinitionsOf } from './notes/footnote-numbers.js';
import { normalised, splitFrontMatter } from './front-matter/front-matter.js';
import { footnoteBlocks } from './notes/footnotes.js';
import { DEFINITION_OPEN, footnoteTokens, withoutDefinitions } from './notes/footnote-tokens.js';
import { parseBlocks, type Parsed } from './parser.js';
import { TooManyStepsError, withinSteps } from './steps.js';
import { titleHeading } from './title.js';
import { toBlocks, type PlacedBlock } from './to-blocks.js';
import { usesOf } from './notes/uses.js';

/** One to two seconds. */
const MOST_STEPS = 100_000;

/** `tokens`: of a list or a quote, not read inline yet. A page is made of them once: it changes them. */
export type SourceBlock = NewBlock & { tokens?: readonly Token[] };

/**
 * What a page shows of a text. `references`: the definitions of its links, as the parser keeps them. `footnotes`: their
 * numbers, by what the text calls them. `heading`: the one that the title was taken from, and how many blocks stand
 * `above` it.
 */
export type SourceBlocks = {
  blocks: readonly SourceBlock[];
  references: Record<string, unknown> | undefined;
  footnotes: ReadonlyMap<string, number>;
  heading: NewBlock | undefined;
  above: number;
};

/**
 * The top-level elements of a text that was converted before, as they are written, without its front matter. A heading
 * that the title was taken from is left out.
 */
export function sourceBlocks(text: string, title: string): SourceBlocks {
  const file = splitFrontMatter(normalised(text), Infinity);
  const parsed = parsedPage(file.body);
  const placed = toBlocks(parsed);
  const { references, definitions } = parsed.environment;
  const found = file.title === null ? titleHeading(placed, parsed.environment) : undefined;
  const isTitle = found?.title === title;
  const shown = isTitle ? found.others : placed;
  const heading = isTitle ? found.heading : undefined;
  const above = heading && isTitle ? found.at : 0;
  const order = definitions.length === 0 ? [] : numberedDefinitionsOf(parsed, usesOf(parsed, '[^'));
  const tokens = footnoteTokens(parsed, order);
  const notes = footnoteBlocks({ ...parsed, footnotes: order }).map(({ block }) => ({ ...block, ...tokens }));
  const numbers = order.map((index, at) => [definitions[index]?.label ?? '', at + 1] as const);
  const blocks = [...shownBlocks(shown, parsed), ...notes];
  return { blocks, references, footnotes: new Map(numbers.reverse()), heading, above };
}

/** Conversion has bounded what its own parser finds. Of a text that has much more for pages, that is shown. */
function parsedPage(body: string): Parsed {
  try {
    return withinSteps(MOST_STEPS, () => parseBlocks(body, true));
  } catch (error) {
    if (!(error instanceof TooManyStepsError)) throw error;
    return parseBlocks(body);
  }
}

/** Words of headings and of the first paragraph, which describes the page, are read without the definitions. */
function shownBlocks(placed: readonly PlacedBlock[], { environment }: Parsed): SourceBlock[] {
  const first = placed.find(({ block }) => block.type === 'paragraph');
  return placed.map((each) => {
    const { block, tokens } = each;
    const isRead = block.type === 'heading' || each === first;
    if (isRead) return { ...block, content: withTargets(block.content, environment) };
    return tokens && hasOwnTokens(block, tokens) ? { ...block, tokens: withoutDefinitions(tokens) } : block;
  });
}

/** Rows of tables within others lack the cells that are not written. Footnotes are shown elsewhere. */
function hasOwnTokens({ type }: NewBlock, tokens: readonly Token[]): boolean {
  if (type !== 'list' && type !== 'quote') return false;
  const hasTable = tokens.some((token) => token.type === 'table_open');
  return !hasTable || tokens.some((token) => token.type === 'callout_open' || token.type === DEFINITION_OPEN);
}
