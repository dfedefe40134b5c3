import { expect } from 'chai';
import type { MadeVersion, VersionDiff } from '../http/making.js';

type Block = Pick<MadeVersion['blocks'][number], 'type' | 'content' | 'metadata'>;
type Changed<T> = { from: T; to: T };
type Span = { op: string; text: string };
type Compared = Pick<MadeVersion, 'title' | 'content_type' | 'metadata' | 'blocks'>;

/** What the differences make of the version that they start from. Checks that they fit it, block by block. */
export function applyDiff(
  { fields, blocks }: VersionDiff,
  from: Compared,
): Omit<Compared, 'blocks'> & { blocks: Block[] } {
  const used: number[] = [];
  const made: Block[] = [];
  const take = (at: number): Block => {
    used.push(at);
    const { type, content, metadata } = from.blocks[at] as Block;
    return { type, content, metadata };
  };
  for (const entry of blocks) {
    if (entry.change !== 'removed') expect(entry.to, 'the order of entries').to.equal(made.length);
    if (entry.change === 'kept') for (let n = 0; n < entry.count; n++) made.push(take(entry.from + n));
    else if (entry.change === 'moved') made.push(take(entry.from));
    else if (entry.change === 'added') made.push(entry.block);
    else if (entry.change === 'removed') expect(entry.block).to.deep.equal(take(entry.from));
    else {
      const old = take(entry.from);
      const { content } = entry;
      made.push({
        type: applied(entry.type, old.type),
        content: content && 'spans' in content ? joined(content.spans, old.content) : applied(content, old.content),
        metadata: applied(entry.metadata, old.metadata),
      });
    }
  }
  expect(
    used.sort((one, other) => one - other),
    'every block once',
  ).to.deep.equal(from.blocks.map((_, at) => at));
  const { title } = fields;
  if (title) expect(joined(title.spans, title.from)).to.equal(title.to);
  return {
    title: applied(title, from.title),
    content_type: applied(fields.content_type, from.content_type),
    metadata: applied(fields.metadata, from.metadata),
    blocks: made,
  };
}

function applied<T>(changed: Changed<T> | undefined, old: T): T {
  if (!changed) return old;
  expect(changed.from).to.deep.equal(old);
  expect(changed.to).not.to.deep.equal(old);
  return changed.to;
}

function joined(spans: readonly Span[], old: string): string {
  const without = (op: Span['op']) => spans.map((span) => (span.op === op ? '' : span.text)).join('');
  expect(without('insert')).to.equal(old);
  for (const [at, { op, text }] of spans.entries()) {
    expect(text).not.to.equal('');
    expect(op, 'neighbours of one kind').not.to.equal(spans[at + 1]?.op);
  }
  return without('delete');
}
