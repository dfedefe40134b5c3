import type MarkdownIt from 'markdown-it';
import type { StateCore } from 'markdown-it';
import { linkDefinition } from '../../platform/markdown/link-definition.js';

/**
 * Definitions of links are not shown. Those in a block define nothing: a short text could name a long address very
 * often. Conversion has bounded what those of a source can do.
 */
export function hiddenDefinitions(parser: MarkdownIt): void {
  parser.block.ruler.at('reference', linkDefinition);
  parser.core.ruler.after('block', 'hidden_definitions', (state) => {
    const environment = state.env as { references?: unknown; definitions?: unknown };
    environment.references = environment.definitions;
  });
}

const TASK = /^\[([ x])\](?=\s)/i;

function markTasks({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    const isItem = tokens[at - 1]?.type === 'paragraph_open' && tokens[at - 2]?.type === 'list_item_open';
    if (first?.type !== 'text' || !isItem) continue;
    first.content = first.content.replace(TASK, (_, mark: string) => (mark === ' ' ? '☐' : '☑'));
  }
}

/** A task of a list begins with a box. */
export function taskItems(parser: MarkdownIt): void {
  parser.core.ruler.after('text_join', 'task_items', markTasks);
}
