/** One promotion: a preview per channel, then the test and the sending; later its results. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { countAudience } from '#core/sales/promotions/audience-queries.server.ts';
import { previewPromotion } from '#core/sales/promotions/preview-promotion.server.ts';
import { promotionStatusLabel, promotionTones, promotionWarnings } from '#core/sales/promotions/promotion.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/promotion.page';
import { answerPromotion } from './answer-promotion.server.ts';
import { Outcome } from './outcome.tsx';
import { Preview } from './preview.tsx';
import { DraftActions, StopSending } from './promotion-actions.tsx';
import { readPromotion } from './promotions-queries.server.ts';

const PATH = '/admin/promotions';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const promotion = await readPromotion(actor, params.id, (await storeClock()).zone);
  const preview = promotion && (await previewPromotion(actor, promotion.words));
  if (!preview) throw new Response(null, { status: 404 });
  const isDraft = promotion.status === 'draft';
  const { publishing } = await readSettings();
  return {
    promotion,
    preview: { ...preview, content: { text: preview.content.text } },
    audience: isDraft ? await countAudience() : null,
    warnings: isDraft ? promotionWarnings(promotion.words, publishing.flaggedWords) : [],
    confirm: (await isRecentlyConfirmed(actor, 'open')) ? null : confirmPath(`${PATH}/${params.id}`),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const form = await requestForm(request);
  if (form.get('intent') === 'send') await requireRecentSignIn(actor, request);
  return answerPromotion(actor, params.id, form);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.promotion.words.title ?? 'Promotion'} · Admin` },
];

export default function Promotion({ loaderData, actionData }: Route.ComponentProps) {
  const { promotion, preview, audience, warnings, confirm } = loaderData;
  const answer = useAnswer(actionData);
  const intent = useNavigation().formData?.get('intent') ?? null;
  const problem = useRef<HTMLDivElement>(null);
  useLive(['promotions']);
  useEffect(() => {
    if (answer) problem.current?.focus();
  }, [answer]);
  return (
    <>
      <BackLink to={PATH} label="Promotions" />
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl break-words">{promotion.words.title}</h1>
        <StatusBadge tone={promotionTones[promotion.status]}>
          {promotionStatusLabel[promotion.status]}
        </StatusBadge>
      </div>
      {answer ? (
        <div ref={problem} tabIndex={-1} className="mb-6 max-w-3xl outline-none">
          <Notice tone="error" title={answer.message} />
        </div>
      ) : null}
      {audience ? (
        <DraftActions
          id={promotion.id}
          version={promotion.version}
          audience={audience}
          warnings={warnings}
          confirm={confirm}
          sending={intent}
        />
      ) : (
        <Outcome of={promotion} />
      )}
      {promotion.status === 'sending' ? <StopSending of={promotion} /> : null}
      <Preview id={promotion.id} preview={preview} />
    </>
  );
}
