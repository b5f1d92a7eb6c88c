/** Renders, on the board, whether this tablet can work without a network. Nothing while it is lost: the offline bar speaks then. */
import { CircleAlert, CircleCheck } from '#ui/icons.ts';
import { readinessWords } from './readiness.ts';
import { useConnection } from './use-connection.ts';

export function ReadinessLine() {
  const { lostSince, missing } = useConnection();
  if (lostSince !== null) return null;
  const isNotReady = missing !== null && missing.length > 0;
  const Icon = isNotReady ? CircleAlert : CircleCheck;
  return (
    <p
      className={`noscript:hidden flex items-start gap-2 text-sm ${isNotReady ? 'font-semibold text-clay-700' : 'text-ink-soft'}`}
    >
      {missing === null ? null : <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
      {readinessWords(missing)}
    </p>
  );
}
