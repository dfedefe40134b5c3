import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { TroubleNote } from '../parts/trouble-note.js';
import { useModule } from '../parts/use-module.js';

type DropZoneProps = {
  folderId: string;
  onMade: () => void;
  /** Gets what opens the dialog of the browser for files. */
  children: (chooseFiles: () => void) => ComponentChildren;
};

/** Takes Markdown files that are dropped or chosen, and makes documents of them. */
export function DropZone({ folderId, onMade, children }: DropZoneProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined) => {
    setOver(false);
    if (list && list.length > 0) setFiles([...list]);
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
      {files.length > 0 && <Uploading files={files} folderId={folderId} onMade={onMade} onClose={() => setFiles([])} />}
    </div>
  );
}

type UploadingProps = { files: readonly File[]; folderId: string; onMade: () => void; onClose: () => void };

function Uploading(props: UploadingProps) {
  const { value, error, retry } = useModule('upload', () => import('./upload-panel.js'));
  if (error !== undefined) return <TroubleNote error={error} onRetry={retry} />;
  return value ? <value.UploadPanel {...props} /> : null;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
