/** Renders the attempts of a message, newest first. */
import { answerWords } from '#core/running/webhooks/webhook.ts';
import type { ShownMessage } from '#core/running/webhooks/webhooks-queries.server.ts';

export function Attempts({ tries }: Pick<ShownMessage, 'tries'>) {
  if (tries.length === 0) return <p className="text-ink-soft">None yet.</p>;
  return (
    <ol className="grid gap-4">
      {tries.map((each) => (
        <li key={each.id} className="border-l-2 border-line pl-4">
          <p className="figures">
            {each.at} <span className="text-ink-soft">· {each.ms} ms</span>
          </p>
          <p className={each.error ? 'text-clay-700' : ''}>{each.error ?? answerWords(each.status ?? 0)}</p>
          {each.answer === '' ? null : (
            <pre className="mt-2 max-h-40 overflow-y-auto rounded-control bg-cream px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
              {each.answer}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
