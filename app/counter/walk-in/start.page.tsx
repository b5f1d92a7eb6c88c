/** /counter/walk-in: the ID check that starts an order for a person without an account, and walk-ins under way. */
import { Link, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { lineLabel } from '#core/sales/line/line.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { IdCheckFields } from '../hand-over/id-check-fields.tsx';
import type { CounterAnswer } from '../hand-over/scanned-id.ts';
import { useReadingFirst } from '../hand-over/use-reading.ts';
import { Attempt } from '../kit/attempt.tsx';
import { headLink } from '../kit/counter-head.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import type { Route } from './+types/start.page';
import { answerStart } from './answer-start.server.ts';
import { OpenWalkIns } from './open-walk-ins.tsx';
import { readTicket, startByTick } from './start-by-tick.ts';
import { readOpenWalkIns, readStartFacts } from './walk-in-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const [open, facts] = await Promise.all([readOpenWalkIns(actor), readStartFacts()]);
  return { open, ...facts, ticket: readTicket(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerStart(actor, await requestForm(request), request);
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'Walk-in · Counter' }];

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, closed, homeState, minimumAge, key, ticket } = loaderData;
  const answer: CounterAnswer | undefined = actionData;
  const isScanned = answer?.scan !== undefined && Object.keys(answer.errors).length === 0;
  const sent = useNavigation().formData;
  const isBusy = sent !== undefined && !sent.has('readBarcode');
  const refuseWhileReading = useReadingFirst();
  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-2xl">
          {ticket === null ? 'Walk-in' : `Walk-in ${lineLabel('walk-in', ticket)}`}
        </h1>
        <Link to="/counter" className={`text-sm ${headLink}`}>
          Board
        </Link>
      </div>
      <OpenWalkIns open={open} />
      {closed ? (
        <Notice tone="caution" className="mb-5" title="No walk-ins now">
          {closed}
        </Notice>
      ) : null}
      <Attempt
        newKey={key}
        render={(first) => (
          <CheckedForm
            refusal={answer}
            focus="summary"
            onChange={(event) => startByTick(event, isScanned)}
            onSubmit={refuseWhileReading}
            className="flex flex-col gap-5"
          >
            {/* Enter in a field presses a form's first button: this one, not 'Read the barcode'. */}
            <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
            <input type="hidden" name="key" value={answer?.values.key || first} />
            {ticket === null ? null : <input type="hidden" name="ticket" value={ticket} />}
            <IdCheckFields
              holder={null}
              homeState={homeState}
              minimumAge={minimumAge}
              values={answer?.values ?? {}}
              errors={answer?.errors ?? {}}
              scan={answer?.scan}
              scanned={answer?.scanned ?? null}
            />
            <Button
              type="submit"
              size="large"
              busy={isBusy}
              busyText="Checking…"
              className="min-h-16 w-full text-lg"
            >
              Start the order
            </Button>
          </CheckedForm>
        )}
      />
    </div>
  );
}
