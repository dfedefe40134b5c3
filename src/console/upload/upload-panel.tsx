import { useEffect, useState } from 'preact/hooks';
import { ApiError, NoAnswerError } from '../../client/client.js';
import { useSigned } from '../context.js';
import { PublicMark } from '../parts/document-list.js';
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
  const mayYetDo = shown.some(({ state, error }) => state === 'failed' && isPassing(error));
  const asking = shown.filter(({ state }) => state === 'asking').length;
  const decide = (visibility: 'private' | 'public') => void upload?.decide(visibility).then(onEnd);
  const isOver = made + failed === files.length;
  return (
    <section class="upload" aria-label={`Upload ${number}`}>
      <header>
        <p role="status">
          {isOver
            ? `${countText(made, 'document', 'documents')} made${failed > 0 ? `, ${failed} failed` : ''}`
            : `${made} of ${countText(files.length, 'file', 'files')} uploaded`}
        </p>
        {isOver && mayYetDo && (
          <button type="button" onClick={() => void upload?.run().then(onEnd)}>
            Try the failed ones again
          </button>
        )}
        <button type="button" onClick={onClose}>
          {isOver ? 'Close' : 'Stop'}
        </button>
      </header>
      <progress aria-label="Files uploaded" max={files.length} value={made + failed} />
      {asking > 0 && <Question count={asking} onAnswer={decide} />}
      <ul>{shown.map((file, place) => file.state !== 'waiting' && <FileLine key={place} file={file} />)}</ul>
    </section>
  );
}

type QuestionProps = { count: number; onAnswer: (visibility: 'private' | 'public') => void };

/** A file may be somebody else's, and what it says is no reason to publish it. */
function Question({ count, onAnswer }: QuestionProps) {
  return (
    <div class="question" role="group" aria-label="Who may see them">
      <p role="status">{countText(count, 'file says that it is', 'files say that they are')} public.</p>
      <button type="button" class="primary" onClick={() => onAnswer('private')}>
        Keep private
      </button>
      <button type="button" onClick={() => onAnswer('public')}>
        Publish
      </button>
    </div>
  );
}

/** What was refused for its content is refused again. */
function isPassing(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
}

function FileLine({ file: { name, state, id, isPublic, error } }: { file: UploadedFile }) {
  const trouble = error === undefined ? undefined : troubleOf(error);
  return (
    <li class={state}>
      {id === undefined ? <span dir="auto">{name}</span> : <a href={documentHash(id)}>{name}</a>}
      {(state === 'asking' || isPublic) && <PublicMark />}
      {trouble && (
        <span class="fault">
          {trouble.title}. {trouble.text}
        </span>
      )}
    </li>
  );
}
