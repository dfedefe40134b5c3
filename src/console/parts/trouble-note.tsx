import { troubleOf } from '../trouble.js';

type TroubleNoteProps = { error: unknown; onRetry?: (() => void) | undefined };

export function TroubleNote({ error, onRetry }: TroubleNoteProps) {
  const { title, text } = troubleOf(error);
  return (
    <div class="trouble" role="alert">
      <p>
        <strong>{title}.</strong> {text}
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
