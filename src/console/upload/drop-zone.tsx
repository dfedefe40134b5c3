import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useUploads } from './uploads.js';

type DropZoneProps = {
  folderId: string;
  /** Gets what opens the dialog of the browser for files. */
  children: (chooseFiles: () => void) => ComponentChildren;
};

/** Takes Markdown files that are dropped or chosen, and makes documents of them. */
export function DropZone({ folderId, children }: DropZoneProps) {
  const uploads = useUploads();
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined) => {
    setOver(false);
    if (list && list.length > 0) uploads.add(folderId, [...list]);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    take(event.dataTransfer?.files);
  };
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) setOver(false);
  };
  return (
    <div class={`drop-zone ${isOver ? 'over' : ''}`} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {isOver && <p class="drop-note">Drop Markdown files to make documents of them</p>}
      {children(() => chooser.current?.click())}
      <input
        ref={chooser}
        class="hidden"
        type="file"
        multiple
        accept=".md,.markdown,text/markdown"
        tabIndex={-1}
        aria-label="Markdown files"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
