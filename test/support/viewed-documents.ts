import { NO_ASSETS } from '../../src/domain/content/assets.js';
import type { BlockType } from '../../src/domain/document.js';
import type { ViewedBlock, ViewedDocument } from '../../src/render/viewed-document.js';

/** A block for the viewer. */
export function viewedBlock(
  type: BlockType,
  content: string,
  metadata: Record<string, unknown> | null = null,
): ViewedBlock {
  return { id: 'b123456789abcdef', order: 0, type, content, metadata };
}

/** A Markdown document for the viewer, with what the test sets. */
export function viewed(overrides: Partial<ViewedDocument> = {}): ViewedDocument {
  const { blocks = [], ...others } = overrides;
  return {
    id: 'd123456789abcdef',
    url: 'https://docs.example/d/d123456789abcdef',
    title: 'A title',
    contentType: 'markdown',
    metadata: null,
    source: null,
    links: { key: null, root: null, assets: NO_ASSETS, base: 'https://docs.example' },
    lang: 'en',
    updatedAt: '2026-03-05T10:20:30.000Z',
    version: 3,
    ...others,
    blocks: blocks.map((block, order) => ({ ...block, order })),
  };
}
