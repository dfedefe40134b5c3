export type MarkdownBlockType = 'heading' | 'paragraph' | 'code' | 'list' | 'quote' | 'table' | 'image' | 'divider';

/** A block as it is sent to the service. */
export interface MarkdownBlock {
  readonly type: MarkdownBlockType;
  readonly content: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
