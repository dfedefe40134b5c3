import { useEffect, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { countText } from '../parts/format.js';
import { documentHash } from '../route.js';
import { troubleOf } from '../trouble.js';
import { Upload, type Batch, type UploadedFile } from './upload.js';

type UploadPanelProps = { batch: Batch; onEnd: () => void; onClose: () => void };

export function UploadPanel({ batch, onEnd, onClose }: UploadPanelProps) {
  const { number, folderId, files } = batch;
  const { session } = useSigned();
  const [upload, setUpload] = useState<Upload>();
  const [shown, setShown] = useState<readonly UploadedFile[]>([]);
  useEffect(() => {
    const begun = new Upload({ client: session.patientClient, folderId, files, onChange: setShown });
    setUpload(begun);
    void begun.run().then(onEnd);
    return () => begun.stop();
  }, [batch]);
  const made = shown.filter(({ state }) => state === 'made').length;
  const failed = shown.filter(({ state }) => state === 'failed').length;
  const isOver = made + failed === files.length;
  return (
    <section class="upload" aria-label={`Upload ${number}`}>
      <header>
        <p role="status">
          {isOver
            ? `${countText(made, 'document', 'documents')} made${failed > 0 ? `, ${failed} failed` : ''}`
            : `${made} of ${countText(files.length, 'file', 'files')} uploaded`}
        </p>
        {isOver && failed > 0 && (
          <button type="button" onClick={() => void upload?.run().then(onEnd)}>
            Try the failed ones again
          </button>
        )}
        <button type="button" onClick={onClose}>
          {isOver ? 'Close' : 'Stop'}
        </button>
      </header>
      <progress aria-label="Files uploaded" max={files.length} value={made + failed} />
      <ul>{shown.map((file, place) => file.state !== 'waiting' && <FileLine key={place} file={file} />)}</ul>
    </section>
  );
}

function FileLine({ file: { name, state, id, error } }: { file: UploadedFile }) {
  const trouble = error === undefined ? undefined : troubleOf(error);
  return (
    <li class={state}>
      {id === undefined ? <span dir="auto">{name}</span> : <a href={documentHash(id)}>{name}</a>}
      {trouble && (
        <span class="fault">
          {trouble.title}. {trouble.text}
        </span>
      )}
    </li>
  );
}
