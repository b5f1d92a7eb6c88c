/** One promotion: as each channel will say it, then the test and the sending; later what became of it. */
import { useEffect, useRef } from 'react';
import { data, useNavigation } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#features/identity/guards.server.ts';
import { confirmPath } from '#features/identity/recent-sign-in.ts';
import { isRecentlyConfirmed } from '#features/identity/recent-sign-in-queries.server.ts';
import { countAudience } from '#features/promotions/audience-queries.server.ts';
import { previewPromotion } from '#features/promotions/preview-promotion.server.ts';
import {
  PROMOTION_DELETED,
  PROMOTION_STOPPED,
  promotionMessage,
  promotionStatusLabel,
  promotionTones,
  promotionWarnings,
  sendingMessage,
  testMessage,
} from '#features/promotions/promotion.ts';
import { readPromotion } from '#features/promotions/promotions-queries.server.ts';
import { deletePromotion } from '#features/promotions/save-promotion.server.ts';
import { sendPromotion, sendTest, stopPromotion } from '#features/promotions/send-promotion.server.ts';
import { Outcome } from '#features/promotions/ui/outcome.tsx';
import { Preview } from '#features/promotions/ui/preview.tsx';
import { DraftActions, StopSending } from '#features/promotions/ui/promotion-actions.tsx';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/promotion';

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
  const intent = String(form.get('intent') ?? '');
  const { id } = params;
  const here = `${PATH}/${id}`;
  if (intent === 'delete') {
    const outcome = await deletePromotion(actor, id);
    return outcome.ok
      ? redirectWithFlash(PATH, PROMOTION_DELETED, 'success')
      : refused(promotionMessage(outcome.problem));
  }
  if (intent === 'test') {
    const outcome = await sendTest(actor, id);
    return outcome.ok
      ? redirectWithFlash(here, testMessage(outcome.value), 'success')
      : refused(promotionMessage(outcome.problem));
  }
  if (intent === 'stop') {
    const outcome = await stopPromotion(actor, id);
    return outcome.ok
      ? redirectWithFlash(here, PROMOTION_STOPPED, 'success')
      : refused(promotionMessage(outcome.problem));
  }
  if (intent !== 'send') return redirectWithFlash(here, 'Nothing was changed.', 'info');
  await requireRecentSignIn(actor, request);
  const accepted = String(form.get('accept') ?? '').replaceAll('\r\n', '\n');
  const outcome = await sendPromotion(actor, id, { version: Number(form.get('version')), accepted });
  return outcome.ok
    ? redirectWithFlash(here, sendingMessage(outcome.value), 'success')
    : refused(promotionMessage(outcome.problem));
}

const refused = (message: string) => data({ message }, { status: 409 });

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
