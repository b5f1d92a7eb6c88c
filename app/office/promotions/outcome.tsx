/** Renders the results of a promotion: progress, and its messages by channel. */
import { mailStatusLabel } from '#core/ground/mail/mail-status.ts';
import { channelLabel } from '#core/ground/notifications/channel.ts';
import { formatNumber } from '#kernel/number.ts';
import { mailStatuses } from '#kernel/statuses.ts';
import { Facts } from '#ui/facts.tsx';
import type { PromotionView } from './promotions-queries.server.ts';

export function Outcome({ of }: { of: PromotionView }) {
  const { progress, recipients, sent, outcome, endedAt, status } = of;
  const all = recipients ?? 0;
  const done = progress.told + progress.skipped;
  return (
    <section aria-label="Results" className="mb-8 max-w-3xl">
      <p className="text-ink-soft">
        Sent by {sent?.by ?? 'unknown'} on <span className="figures">{sent?.at}</span>
        {endedAt ? (
          <>
            , {status === 'stopped' ? 'stopped' : 'done'} <span className="figures">{endedAt}</span>
          </>
        ) : null}
        .
      </p>
      {status === 'sending' ? (
        <progress className="mt-3 w-full" max={Math.max(all, 1)} value={done} aria-label="Sent" />
      ) : null}
      <p className="figures mt-2">
        Sent to {formatNumber(progress.told)} of {formatNumber(all)}
        {progress.skipped > 0
          ? ` · ${formatNumber(progress.skipped)} skipped because they unsubscribed or are not eligible`
          : ''}
        {progress.waiting > 0
          ? ` · ${status === 'stopped' ? 'not sent' : 'waiting'} ${formatNumber(progress.waiting)}`
          : ''}
      </p>
      {outcome.length > 0 ? (
        <div className="mt-4">
          <Facts
            facts={outcome.map(({ channel, by }) => [
              channelLabel[channel],
              mailStatuses
                .filter((each) => by[each] > 0)
                .map((each) => `${mailStatusLabel[each]}: ${formatNumber(by[each])}`)
                .join(' · '),
            ])}
          />
        </div>
      ) : null}
    </section>
  );
}
