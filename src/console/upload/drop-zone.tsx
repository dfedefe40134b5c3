import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useUploads } from './uploads.js';

type DropZoneProps = {
  folderId: string;
  /** Closed, it takes nothing. */
  isOpen: boolean;
  /** Gets what opens the dialog of the browser for files. */
  children: (chooseFiles: () => void) => ComponentChildren;
};

/** Takes files of text that are dropped or chosen, and makes documents of them. */
export function DropZone({ folderId, isOpen, children }: DropZoneProps) {
  const uploads = useUploads();
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined) => {
    setOver(false);
    if (list && list.length > 0) uploads.add(folderId, [...list]);
  };
  const takes = ({ dataTransfer }: DragEvent) => isOpen && dataTransfer?.types.includes('Files') === true;
  const drop = (event: DragEvent) => {
    if (!takes(event)) return;
    event.preventDefault();
    take(event.dataTransfer?.files);
  };
  const over = (event: DragEvent) => {
    if (!takes(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) setOver(false);
  };
  return (
    <div class={`drop-zone ${isOver ? 'over' : ''}`} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {isOver && <p class="drop-note">Drop files of Markdown, text or HTML to make documents of them</p>}
      {children(() => chooser.current?.click())}
      {isOpen && (
        <input
          ref={chooser}
          class="hidden"
          type="file"
          multiple
          accept=".md,.markdown,.txt,.html,.htm"
          tabIndex={-1}
          aria-label="Markdown files"
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      )}
    </div>
  );
}
