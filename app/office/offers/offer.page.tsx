/** One offer: its terms and hours, the prices that it makes, what it sold, and ending it. */
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { OFFERS_NEED } from '#core/goods/discounts/save-offer.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/offer.page';
import { answerOfferPage } from './answer-offer.server.ts';
import { DiscountsOff } from './discounts-off.tsx';
import { OfferReport, OfferTerms } from './offer-report.tsx';
import { OfferedPrices } from './offered-prices.tsx';
import { readOfferView } from './offers-queries.server.ts';

const PATH = '/admin/offers';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, OFFERS_NEED, request);
  const view = await readOfferView(actor, params.id);
  if (!view) throw new Response(null, { status: 404 });
  return view;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, OFFERS_NEED, request);
  return answerOfferPage(actor, params.id, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.offer.name ?? 'Offer'} · Admin` },
];

export default function OfferPage({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const isBusy = useNavigation().formData?.get('intent') === 'start';
  return (
    <>
      <BackLink to={PATH} label="Offers" />
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">{view.offer.name}</h1>
        <StatusBadge tone={view.badge.tone}>{view.badge.label}</StatusBadge>
      </div>
      {view.isOn ? null : <DiscountsOff />}
      {answer ? <Notice tone="error" title={answer.message} className="mb-6 max-w-3xl" /> : null}
      <div className="mb-8 flex flex-wrap items-start gap-3">
        {view.state === 'ended' ? null : (
          <>
            <ButtonLink to={`${PATH}/${view.id}/edit`} rank="secondary">
              Edit
            </ButtonLink>
            <Confirm
              label="End now"
              rank="secondary"
              busyText="Ending…"
              of={view.offer.name}
              question={`End ${view.offer.name} now?`}
              consequence="Every page shows the list price at once. The price of orders and reservations stays. You can start it again until its end."
              fields={{ intent: 'end' }}
            />
          </>
        )}
        {view.canStart ? (
          <Form method="post">
            <Button type="submit" name="intent" value="start" busy={isBusy} busyText="Starting…">
              Start again
            </Button>
          </Form>
        ) : null}
        <ButtonLink to={`${PATH}/new?copy=${view.id}`} rank="secondary">
          Duplicate
        </ButtonLink>
      </div>
      <OfferTerms view={view} />
      <OfferReport view={view} />
      <h2 className="mt-8 mb-2 text-lg">Prices</h2>
      <OfferedPrices lines={view.lines} />
    </>
  );
}
