import type { ComponentChildren } from 'preact';
import type { Version, VersionDiff } from '../../client/client.js';

export type ComparedVersions = { diff: VersionDiff; before: Version; after: Version };
export type TextSpan = { op: 'equal' | 'insert' | 'delete'; text: string };

type SidesProps = { change: string; before?: ComponentChildren; after?: ComponentChildren };

/** One row: what it was, and what it became. */
export function Sides({ change, before, after }: SidesProps) {
  return (
    <div class={`side-row ${change}`} role="row">
      <div class="side" role="cell" dir="auto">
        {before ?? <span class="hidden">nothing</span>}
      </div>
      <div class="side" role="cell" dir="auto">
        {after ?? <span class="hidden">nothing</span>}
      </div>
    </div>
  );
}

/** The text of one side, with what the other has not. */
export function Spans({ spans, side }: { spans: readonly TextSpan[]; side: 'before' | 'after' }) {
  const own = side === 'before' ? 'delete' : 'insert';
  const Mark = side === 'before' ? 'del' : 'ins';
  return (
    <>
      {spans.map(({ op, text }, place) => {
        if (op === 'equal') return <span key={place}>{text}</span>;
        return op === own ? <Mark key={place}>{text}</Mark> : null;
      })}
    </>
  );
}
