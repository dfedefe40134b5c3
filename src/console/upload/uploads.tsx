import { createContext, type ComponentChildren } from 'preact';
import { useContext, useMemo, useRef, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { TroubleNote } from '../parts/trouble-note.js';
import { useModule } from '../parts/use-module.js';
import type { Batch } from './upload.js';

type UploadsState = { add(folderId: string, files: readonly File[]): void };

const UploadsContext = createContext<UploadsState | undefined>(undefined);

export function useUploads(): UploadsState {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('this is only shown within Uploads');
  return uploads;
}

/** Uploads are kept above the pages, so that they go on when another page is opened. */
export function Uploads({ children }: { children: ComponentChildren }) {
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  const { writes } = useSigned();
  const count = useRef(0);
  const state = useMemo<UploadsState>(
    () => ({
      add(folderId, files) {
        count.current += 1;
        const batch = { number: count.current, folderId, files };
        setBatches((before) => [...before, batch]);
      },
    }),
    [],
  );
  return (
    <UploadsContext.Provider value={state}>
      {children}
      <div class="uploads">
        {batches.map((batch) => (
          <Uploading
            key={batch.number}
            batch={batch}
            onEnd={() => writes.tell()}
            onClose={() => setBatches((before) => before.filter((other) => other !== batch))}
          />
        ))}
      </div>
    </UploadsContext.Provider>
  );
}

function Uploading(props: { batch: Batch; onEnd: () => void; onClose: () => void }) {
  const { value, error, retry } = useModule('upload', () => import('./upload-panel.js'));
  if (error !== undefined) return <TroubleNote error={error} onRetry={retry} />;
  return value ? <value.UploadPanel {...props} /> : null;
}
