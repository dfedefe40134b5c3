import { useEffect, useRef, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { useSubscribed } from '../hooks.js';
import { Sign } from '../parts/icons.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { hashOf } from '../route.js';
import type { KnownFolder } from '../folder-store.js';
import { useDraggable } from './drags.js';
import { movableFolder } from './use-move.js';

type TreeProps = {
  currentId: string;
  /** Folders are picked, not opened. */
  onPick?: (id: string) => void;
};

type Opened = TreeProps & { openIds: ReadonlySet<string>; toggle(id: string): void };

/** Folders are loaded when the one above them is opened. */
export function FolderTree({ currentId, onPick }: TreeProps) {
  const { folders } = useSigned();
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const depth = useSubscribed(folders, () => folders.pathTo(currentId).length);
  useEffect(() => {
    const above = folders.pathTo(currentId).slice(0, -1);
    for (const { id } of above) void folders.load(id);
    setOpenIds((before) => new Set([...before, ...above.map(({ id }) => id)]));
  }, [folders, currentId, depth]);
  const toggle = (id: string) => {
    const isOpen = openIds.has(id);
    if (!isOpen) void folders.load(id);
    setOpenIds(new Set(isOpen ? [...openIds].filter((other) => other !== id) : [...openIds, id]));
  };
  return <Level parentId="" opened={{ openIds, toggle, currentId, ...(onPick && { onPick }) }} />;
}

function Level({ parentId, opened }: { parentId: string; opened: Opened }) {
  const { folders } = useSigned();
  const list = useSubscribed(folders, () => folders.list(parentId));
  useEffect(() => void folders.load(parentId), [folders, parentId, list === undefined]);
  if (list === undefined || list.state === 'loading') return <p class="quiet loading">Loading …</p>;
  if (list.state === 'failed') return <TroubleNote error={list.error} onRetry={() => void folders.load(parentId)} />;
  if (list.folders.length === 0) return parentId === '' ? null : <p class="quiet none">No folders in it</p>;
  return (
    <ul>
      {list.folders.map((folder) => (
        <Entry key={folder.id} folder={folder} opened={opened} />
      ))}
    </ul>
  );
}

function Entry({ folder, opened }: { folder: KnownFolder; opened: Opened }) {
  const { id, name } = folder;
  const isOpen = opened.openIds.has(id);
  return (
    <li>
      <span class="entry-row">
        <button
          type="button"
          class={`turn ${isOpen ? 'open' : ''}`}
          aria-expanded={isOpen}
          aria-label={`Folders in ${name}`}
          onClick={() => opened.toggle(id)}
        >
          <Sign name="open" />
        </button>
        <FolderEntry {...opened} folder={folder} />
      </span>
      {isOpen && <Level parentId={id} opened={opened} />}
    </li>
  );
}

export function FolderEntry({ folder, currentId, onPick }: TreeProps & { folder: KnownFolder }) {
  const { id, name } = folder;
  const draggable = useDraggable(movableFolder(folder));
  const isCurrent = currentId === id;
  const entry = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const content = (
    <>
      <Sign name={id === '' ? 'all' : 'folder'} /> <span dir="auto">{name}</span>
    </>
  );
  if (onPick) {
    return (
      <button type="button" class="entry" aria-pressed={isCurrent} title={name} onClick={() => onPick(id)}>
        {content}
      </button>
    );
  }
  const href = hashOf({ page: 'documents', folderId: id });
  return (
    <a
      class="entry"
      ref={entry}
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      title={name}
      data-folder={id}
      {...draggable}
    >
      {content}
    </a>
  );
}
