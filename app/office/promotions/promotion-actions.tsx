/** Renders the actions for a draft, and for a promotion being sent. */
import { Form, Link } from 'react-router';
import { channelLabel } from '#core/ground/notifications/channel.ts';
import type { AudienceSize } from '#core/sales/promotions/audience-queries.server.ts';
import { warningsKey } from '#core/sales/promotions/promotion.ts';
import { formatNumber } from '#kernel/number.ts';
import { channels } from '#kernel/statuses.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';
import type { PromotionView } from './promotions-queries.server.ts';

const peopleText = (many: number) => `${formatNumber(many)} ${many === 1 ? 'person' : 'people'}`;

export function DraftActions({
  id,
  version,
  audience,
  warnings,
  confirm,
  sending,
}: {
  id: string;
  version: number;
  audience: AudienceSize;
  warnings: readonly string[];
  /** The re-check page; null if the re-check is recent. */
  confirm: string | null;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  const minimumAge = useMinimumAge();
  const { people, by } = audience;
  const to = peopleText(people);
  const told = channels.filter((channel) => by[channel] > 0);
  const consequence =
    people === 0
      ? `No subscriber is known to be ${minimumAge} or older.`
      : told.map((channel) => `${channelLabel[channel]}: ${formatNumber(by[channel])}`).join(' · ');
  return (
    <section aria-label="Sending" className="mb-8 flex max-w-3xl flex-col items-start gap-4">
      {warnings.length > 0 ? (
        <Notice tone="caution" title="Read these warnings before you send it." className="w-full">
          <ul className="mt-1 list-disc pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <p>
        Will go to {to} now. <span className="figures text-ink-soft">{consequence}</span>
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <ButtonLink to={`/admin/promotions/${id}/edit`} rank="secondary">
          Edit
        </ButtonLink>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <Button type="submit" rank="secondary" busy={sending === 'test'} busyText="Sending…">
            Send a test to me
          </Button>
        </Form>
        {people === 0 ? null : confirm ? (
          <Link
            to={confirm}
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            Confirm it’s you to send
          </Link>
        ) : (
          <Confirm
            rank="primary"
            label={`Send to ${to}`}
            busyText="Sending…"
            of=""
            question={`Send this to ${to}?`}
            consequence={`Sent messages cannot be recalled. ${consequence}`}
            fields={{ intent: 'send', version: String(version) }}
          >
            {warnings.length > 0 ? (
              <label className="flex min-h-11 w-full items-start gap-3 py-2.5">
                <input
                  type="checkbox"
                  name="accept"
                  value={warningsKey(warnings)}
                  className="mt-0.5 size-5 shrink-0 accent-spruce-700"
                />
                Send anyway. The warnings are saved with the promotion.
              </label>
            ) : null}
          </Confirm>
        )}
        <Confirm
          label="Delete draft"
          of=""
          question="Delete this draft?"
          consequence="It has not been sent to anyone."
          fields={{ intent: 'delete' }}
        />
      </div>
    </section>
  );
}

export function StopSending({ of }: { of: PromotionView }) {
  return (
    <div className="mb-8">
      <Confirm
        rank="secondary"
        label="Stop sending"
        of=""
        question="Stop sending this?"
        consequence={`${peopleText(of.progress.waiting)} of ${formatNumber(of.recipients ?? 0)} will not get it. You cannot resume sending.`}
        fields={{ intent: 'stop' }}
      />
    </div>
  );
}
