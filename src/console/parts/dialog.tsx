import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Sign, type IconName } from './icons.js';
import { TroubleNote } from './trouble-note.js';

type DialogButtonProps = {
  label: string;
  icon: IconName;
  /** Of what, for those who hear the name of the button. */
  of?: string;
  /** Shows its sign alone. */
  isSmall?: boolean | undefined;
  children: (onClose: () => void) => ComponentChildren;
};

/** Opens a dialog. The focus is on the button again when that closes. */
export function DialogButton({ label, icon, of, isSmall = false, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = of === undefined ? undefined : `${label} ${of}`;
  return (
    <>
      <button type="button" class={isSmall ? 'plain' : ''} aria-label={name} title={name} onClick={() => setOpen(true)}>
        <Sign name={icon} /> {!isSmall && label}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

type DialogProps = {
  title: string;
  /** What its button does. */
  action: string;
  isReady?: boolean;
  isDangerous?: boolean;
  /** The dialog closes when it resolves, and shows what it raises. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
};

export function Dialog({ title, action, isReady = true, isDangerous, onSubmit, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    await onSubmit().then(close, setError);
    setBusy(false);
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 dir="auto">{title}</h2>
        {children}
        {error !== undefined && <TroubleNote error={error} />}
        <div class="actions end">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class={isDangerous ? 'danger' : 'primary'} disabled={isBusy || !isReady}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}

type NameDialogProps = Pick<DialogProps, 'title' | 'action' | 'onClose'> & {
  label: string;
  before?: string;
  maxLength: number;
  onName: (name: string) => Promise<void>;
};

/** Asks for one line of text. */
export function NameDialog({ label, before = '', maxLength, onName, ...dialog }: NameDialogProps) {
  const [name, setName] = useState(before);
  const typed = name.trim();
  return (
    <Dialog {...dialog} isReady={typed !== '' && typed !== before} onSubmit={() => onName(typed)}>
      <label>
        {label}
        <input
          value={name}
          maxLength={maxLength}
          autocomplete="off"
          autofocus
          dir="auto"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
    </Dialog>
  );
}
