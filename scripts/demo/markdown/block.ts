export type BlockType = 'heading' | 'paragraph' | 'code' | 'list' | 'quote' | 'table' | 'image' | 'divider';

/** A block as it is sent to the service. */
export interface Block {
  readonly type: BlockType;
  readonly content: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
