import { useRef, useState } from 'preact/hooks';
import { useSigned } from '../context.js';
import { untilRoom } from '../until-room.js';
import type { Draft } from './draft.js';

type Field = { current: HTMLTextAreaElement | null };
type Edit = { draft: Draft; change: (changes: Partial<Draft>) => void };

/** `insert` takes what was pasted or dropped; false: it has no files. */
type Inserting = { insert: (data: DataTransfer | null) => boolean; isBusy: boolean; error: unknown };

const NOT_IN_NAMES = /[^\p{L}\p{N}._-]+/gu;

/** Images become assets of the document at once, and stand in the text where the caret is then. */
export function useInsertImages(field: Field, { draft, change }: Edit): Inserting {
  const { session } = useSigned();
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const latest = useRef(draft);
  latest.current = draft;
  const send = async (files: readonly File[]) => {
    if (!files.every(({ type }) => type.startsWith('image/'))) throw new Error('Only images can be put into a text.');
    await untilRoom(session.window, AbortSignal.timeout(60_000), () => undefined);
    // Two may have one name, and a form does not keep every character of a name.
    const kept = await session.assetClient.uploadAssets(Object.fromEntries(files.entries()));
    const assets = { ...latest.current.assets };
    const images = files.map((file, at) => {
      const sha256 = kept[at] ?? '';
      const name = freeName(file.name, sha256, assets);
      assets[name] = sha256;
      return `![${name.replace(/^images\/|\.\w+$/g, '')}](${name})`;
    });
    const { current } = field;
    if (!current) return;
    current.setRangeText(images.join('\n\n'), current.selectionStart, current.selectionEnd, 'end');
    // Another may end before the draft is shown anew.
    latest.current = { ...latest.current, assets };
    change({ text: current.value, assets });
  };
  const insert = (data: DataTransfer | null) => {
    // A copied cell or paragraph may have a picture of itself.
    const files = data?.types.includes('text/plain') ? [] : [...(data?.files ?? [])];
    if (files.length === 0) return false;
    setState({ isBusy: true });
    send(files).then(
      () => setState({ isBusy: false }),
      (error: unknown) => setState({ isBusy: false, error }),
    );
    return true;
  };
  return { insert, isBusy: state.isBusy, error: state.error };
}

/** Of an image that the document has, its name; else one that no other has. */
function freeName(given: string, sha256: string, assets: Draft['assets']): string {
  const [, stem = '', extension = ''] = /^\.*(.*?)(\.\w+)?$/s.exec(given.normalize().replace(NOT_IN_NAMES, '-')) ?? [];
  for (let number = 1; ; number += 1) {
    const name = `images/${stem || 'image'}${number === 1 ? '' : `-${number}`}${extension}`;
    if ((assets[name] ?? sha256) === sha256) return name;
  }
}
