/** Writes a new offer, or edits one that is not over, with a preview of the prices that it makes. */
import { data, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { ONE_PRICE, offerMessage } from '#core/goods/discounts/offer-rules.ts';
import { OFFERS_NEED } from '#core/goods/discounts/save-offer.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SaveForm } from '#ui/form/save-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/offer-edit.page';
import { answerOfferForm } from './answer-offer.server.ts';
import { OfferFields } from './offer-fields.tsx';
import { LeftOut, OfferedPrices } from './offered-prices.tsx';
import { readOfferView } from './offers-queries.server.ts';

const PATH = '/admin/offers';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, OFFERS_NEED, request);
  const categories = (await readCategories()).map(({ id, name }) => ({ id, name }));
  const copied = new URL(request.url).searchParams.get('copy') ?? undefined;
  const found = await readOfferView(actor, params.id ?? copied);
  if (params.id && !found) throw new Response(null, { status: 404 });
  if (params.id && found?.state === 'ended')
    throw redirectWithFlash(`${PATH}/${params.id}`, offerMessage({ kind: 'offer-over' }), 'info');
  const values: Record<string, string> = found?.values ?? { kind: 'percent', units: '1' };
  // A copy runs at another time, which is asked again.
  if (!params.id) for (const name of ['from', 'until']) values[name] = '';
  return { id: params.id ?? null, version: found?.version ?? 1, values, categories };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, OFFERS_NEED, request);
  const { status, ...answer } = await answerOfferForm(actor, params.id ?? null, await requestForm(request));
  return data(answer, { status });
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit offer' : 'New offer'} · Admin` },
];

export default function OfferEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, values, categories } = loaderData;
  const pressed = useNavigation().formData?.get('intent') ?? null;
  const back = id ? `${PATH}/${id}` : PATH;
  const preview = actionData?.preview;
  return (
    <div className="max-w-3xl">
      <BackLink to={back} label={id ? 'The offer' : 'Offers'} />
      <h1 className="mb-2 text-2xl">{id ? 'Edit offer' : 'New offer'}</h1>
      <p className="mb-6 text-ink-soft">{ONE_PRICE} Times are those of the store’s clock.</p>
      <SaveForm refusal={actionData?.refusal} version={version} base={values} className="flex flex-col gap-6">
        <OfferFields
          values={actionData?.refusal.values ?? values}
          errors={actionData?.refusal.errors ?? {}}
          categories={categories}
        />
        {actionData?.leftOut ? <LeftOut words={actionData.leftOut} /> : null}
        {preview ? (
          <section aria-labelledby="prices">
            <h2 id="prices" className="mb-2 text-lg">
              Prices under this offer
            </h2>
            <OfferedPrices lines={preview} />
          </section>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" busy={pressed === 'save'} busyText="Saving…">
            Save offer
          </Button>
          <Button
            type="submit"
            name="intent"
            value="preview"
            rank="secondary"
            busy={pressed === 'preview'}
            busyText="Reading…"
          >
            Show prices
          </Button>
          <ButtonLink to={back} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </SaveForm>
    </div>
  );
}
