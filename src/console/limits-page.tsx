import { useSigned } from './context.js';
import { useLoad } from './hooks.js';
import { numberText, whenText } from './parts/format.js';
import { TroubleNote } from './parts/trouble-note.js';
import { useTitle } from './parts/use-title.js';

type Limited = { limit: number | null; remaining: number | null; resets_at: string | null };

/** What is left of the plan. */
export function LimitsPage() {
  const { session } = useSigned();
  const { value, error, isLoading, retry } = useLoad('limits', (signal) => session.client.getLimits({ signal }));
  useTitle('Limits');
  return (
    <>
      <header class="page-head">
        <h1>Limits</h1>
        {value && (
          <p class="quiet">
            Plan <strong>{value.plan}</strong>. All keys of its owner share these.
          </p>
        )}
      </header>
      {error !== undefined && <TroubleNote error={error} onRetry={retry} />}
      {isLoading && !value && <p class="quiet loading">Loading …</p>}
      {value && (
        <div class="meters">
          <Meter name="Requests this minute" limited={value.requests.minute} />
          <Meter name="Requests today" limited={value.requests.day} />
          <Meter name="New documents this month" limited={value.documents.month} />
          <Meter name="Bytes stored today" limited={value.stored_bytes.day} />
        </div>
      )}
    </>
  );
}

function Meter({ name, limited: { limit, remaining, resets_at } }: { name: string; limited: Limited }) {
  if (limit === null) return <Unlimited name={name} />;
  if (remaining === null) return <p class="card">{name}: not known at the moment</p>;
  return (
    <div class="card">
      <h2>{name}</h2>
      <p>
        <strong>{numberText(remaining)}</strong> of {numberText(limit)} left
      </p>
      <meter aria-label={`${name}: left`} min={0} max={limit} low={limit / 10} optimum={limit} value={remaining} />
      {resets_at !== null && <p class="quiet">until {whenText(resets_at)}</p>}
    </div>
  );
}

function Unlimited({ name }: { name: string }) {
  return (
    <div class="card">
      <h2>{name}</h2>
      <p>without a limit</p>
    </div>
  );
}
