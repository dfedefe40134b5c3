import { useState } from 'preact/hooks';
import type { Block, NewBlock, VersionDiff } from '../../client/client.js';
import { countText } from '../parts/format.js';
import { FieldList } from './metadata-rows.js';
import { Sides, Spans, type ComparedVersions } from './sides.js';

type Change = VersionDiff['blocks'][number];
type Changed = Extract<Change, { change: 'changed' }>;

/** Equal blocks shown before and after a difference. */
const AROUND = 1;

export function BlockRows({ diff, before, after }: ComparedVersions) {
  return (
    <>
      {diff.blocks.map((change, place) => {
        switch (change.change) {
          case 'kept':
            return <Kept key={place} blocks={after.blocks.slice(change.to, change.to + change.count)} />;
          case 'moved':
            return <Moved key={place} block={after.blocks[change.to]} />;
          case 'added':
            return <Sides key={place} change="added" after={<BlockText block={change.block} mark="ins" />} />;
          case 'removed':
            return <Sides key={place} change="removed" before={<BlockText block={change.block} mark="del" />} />;
          case 'changed':
            return (
              <ChangedRow
                key={place}
                change={change}
                before={before.blocks[change.from]}
                after={after.blocks[change.to]}
              />
            );
        }
      })}
    </>
  );
}

/** A long run of equal blocks is folded. */
function Kept({ blocks }: { blocks: readonly Block[] }) {
  const [isOpen, setOpen] = useState(blocks.length <= 2 * AROUND + 1);
  const row = (block: Block) => (
    <Sides key={block.order} change="kept" before={<BlockText block={block} />} after={<BlockText block={block} />} />
  );
  if (isOpen) return <>{blocks.map(row)}</>;
  return (
    <>
      {blocks.slice(0, AROUND).map(row)}
      <div class="side-row fold" role="row">
        <div role="cell" class="whole">
          <button type="button" onClick={() => setOpen(true)}>
            Show {countText(blocks.length - 2 * AROUND, 'equal block', 'equal blocks')}
          </button>
        </div>
      </div>
      {blocks.slice(-AROUND).map(row)}
    </>
  );
}

function Moved({ block }: { block: Block | undefined }) {
  if (!block) return null;
  const note = <span class="quiet">moved: </span>;
  const text = <BlockText block={block} />;
  return <Sides change="moved" before={[note, text]} after={[note, text]} />;
}

type ChangedProps = { change: Changed; before: Block | undefined; after: Block | undefined };

function ChangedRow({ change: { content, type, metadata }, before, after }: ChangedProps) {
  if (!before || !after) return null;
  const spans = content && 'spans' in content ? content.spans : undefined;
  const mark = content !== undefined;
  const side = (block: Block, name: 'before' | 'after') => (
    <>
      {type && <span class="quiet">{block.type}: </span>}
      {spans ? <Spans spans={spans} side={name} /> : <BlockText block={block} {...(mark && { mark: MARKS[name] })} />}
      {metadata && <FieldList change={metadata} side={name} />}
    </>
  );
  return <Sides change="changed" before={side(before, 'before')} after={side(after, 'after')} />;
}

const MARKS = { before: 'del', after: 'ins' } as const;

/** The source of a block, never its markup. */
function BlockText({ block: { type, content }, mark }: { block: NewBlock; mark?: 'del' | 'ins' }) {
  const Mark = mark ?? 'span';
  const isHeading = type === 'heading';
  return <Mark class={isHeading ? 'heading' : undefined}>{type === 'divider' ? '—' : content}</Mark>;
}
