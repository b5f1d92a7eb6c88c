/** Writes a new promotion, or edits a draft. */
import { data, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import {
  LONGEST_WORDS,
  PROMOTION_SAVED,
  promotionLabels,
  promotionMessage,
} from '#core/sales/promotions/promotion.ts';
import { createPromotion, savePromotion } from '#core/sales/promotions/save-promotion.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { staleChanges } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/promotion-edit.page';
import { PromotionFields } from './promotion-fields.tsx';
import { promotionForm, promotionValues } from './promotion-form.ts';
import { readPromotion } from './promotions-queries.server.ts';

const PATH = '/admin/promotions';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  if (!params.id) return { id: null, version: 1, values: { kind: 'news' } as Record<string, string> };
  const promotion = await readPromotion(actor, params.id, (await storeClock()).zone);
  if (!promotion) throw new Response(null, { status: 404 });
  if (promotion.status !== 'draft')
    throw redirectWithFlash(
      `/admin/promotions/${params.id}`,
      promotionMessage({ kind: 'not-draft' }),
      'info',
    );
  return { id: params.id, version: promotion.version, values: promotionValues(promotion.words) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const form = await requestForm(request);
  const read = readForm(form, promotionForm, [], LONGEST_WORDS * 2);
  const began = readBegan(form);
  const refused = (refusal: FormRefusal, status: number) => data<FormRefusal>(refusal, { status });
  if (!read.ok) return refused({ ...read.refused(), ...began }, 400);
  const { id } = params;
  const outcome = id
    ? await savePromotion(actor, id, { version: Number(form.get('version')), words: read.value })
    : await createPromotion(actor, read.value);
  if (outcome.ok) return redirectWithFlash(`${PATH}/${id ?? outcome.value}`, PROMOTION_SAVED, 'success');
  const { problem } = outcome;
  const message = promotionMessage(problem);
  if (problem.kind === 'dead-link')
    return refused({ ...read.refused(), errors: { path: [message] }, ...began }, 400);
  if (problem.kind !== 'stale' || !id)
    return refused({ ...read.refused(message), ...began }, statusOf(problem));
  const stored = await readPromotion(actor, id, (await storeClock()).zone);
  if (!stored) return refused(read.refused(message), statusOf(problem));
  const changes = staleChanges(promotionLabels, {
    base: readBase(form),
    theirs: promotionValues(stored.words),
    mine: promotionValues(read.value),
  });
  return refused({ ...read.refused(), stale: { version: stored.version, changes } }, statusOf(problem));
}

export const meta: Route.MetaFunction = () => [{ title: 'New promotion · Admin' }];

export default function PromotionEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, values } = loaderData;
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <div className="max-w-3xl">
      <BackLink to={id ? `${PATH}/${id}` : PATH} label={id ? 'The draft' : 'Promotions'} />
      <h1 className="mb-2 text-2xl">{id ? 'Edit the draft' : 'New promotion'}</h1>
      <p className="mb-6 text-ink-soft">
        Nothing is sent yet. After you save, you see a preview and can send yourself a test.
      </p>
      <SaveForm refusal={actionData} version={version} base={values} className="flex flex-col gap-5">
        <PromotionFields values={actionData?.values ?? values} errors={actionData?.errors ?? {}} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Saving…">
            Save draft
          </Button>
          <ButtonLink to={id ? `${PATH}/${id}` : PATH} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </SaveForm>
    </div>
  );
}
