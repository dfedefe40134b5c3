import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { useSay } from '../parts/toasts.js';
import { troubleOf } from '../trouble.js';
import { useMove, type Movable } from './use-move.js';

/** A closed folder of the tree opens when a drag rests on it for this long. */
const OPEN_MS = 600;

/** What was last dragged in this tab. */
let dragged: Movable | undefined;

/** The type of what is dragged, by which no other drag is taken for this one. */
function typeOf({ id }: Movable): string {
  return `application/x-quire-${id.toLowerCase()}`;
}

type Draggable = { onDragStart?: (event: DragEvent) => void };

/** For the link of an item, if the key may move it. The item can still be dragged out of the page as a link. */
export function useDraggable(item: Movable): Draggable {
  const { session } = useSigned();
  if (!session.may('folders:read') || !session.may(`${item.what}s:write`)) return {};
  return {
    onDragStart: ({ dataTransfer, currentTarget }) => {
      if (!dataTransfer) return;
      dragged = item;
      dataTransfer.setData(typeOf(item), item.name);
      dataTransfer.effectAllowed = 'all';
      const link = currentTarget as Element;
      dataTransfer.setDragImage(link.querySelector('span') ?? link, 0, 0);
    },
  };
}

type Drop = { item: Movable; target: HTMLElement; folderId: string };

/** Undefined: it would change nothing, or is no drop of an item. */
function dropOf({ target: hovered, dataTransfer }: DragEvent): Drop | undefined {
  const target = (hovered as Element).closest<HTMLElement>('[data-folder]');
  if (!target || !dragged || !dataTransfer?.types.includes(typeOf(dragged))) return undefined;
  const { folder: folderId = '' } = target.dataset;
  return folderId === dragged.id || folderId === dragged.folderId ? undefined : { item: dragged, target, folderId };
}

/** What is dropped in it on an element with `data-folder` moves to that folder. */
export function DropArea({ children }: { children: ComponentChildren }) {
  const move = useMove();
  const say = useSay();
  const [over, setOver] = useState<HTMLElement>();
  useEffect(() => {
    if (!over) return;
    over.dataset['over'] = '';
    const closed = over.closest('.entry-row')?.querySelector<HTMLElement>('.turn:not(.open)');
    const timer = setTimeout(() => closed?.click(), OPEN_MS);
    return () => {
      clearTimeout(timer);
      delete over.dataset['over'];
    };
  }, [over]);
  const hover = (event: DragEvent) => {
    const drop = dropOf(event);
    setOver(drop?.target);
    if (drop) event.preventDefault();
  };
  // Also at the end, which has no related element either.
  const leave = ({ relatedTarget }: DragEvent) => setOver((before) => (relatedTarget ? before : undefined));
  const take = (event: DragEvent) => {
    const drop = dropOf(event);
    setOver(undefined);
    if (!drop) return;
    event.preventDefault();
    move(drop.item, drop.folderId).catch((error: unknown) => {
      const { title, text } = troubleOf(error);
      say(`“${drop.item.name}” stays where it is. ${title}. ${text}`);
    });
  };
  return (
    <div class="drop-area" onDragOver={hover} onDragLeave={leave} onDragEnd={leave} onDrop={take}>
      {children}
    </div>
  );
}
