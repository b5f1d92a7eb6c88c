/**
 * The target of the link in a recall's message: what is recalled, and one button for each answer. It needs no sign-in
 * and is outside the shop's frame, so that no age gate gets in the way. Opening it changes nothing by itself, because
 * programs that check mail follow links; a script tells that a person reads it, and an answer tells the same.
 */
import { useEffect, useRef } from 'react';
import { data, useFetcher } from 'react-router';
import { addressOf } from '#core/ground/settings/contact.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import {
  answerRecall,
  openRecallNotice,
  readRecallNotice,
} from '#core/sales/recalls/answer-recall.server.ts';
import { recallAnswers } from '#kernel/statuses.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Mark } from '#ui/mark.tsx';
import type { Route } from './+types/recall-notice.page';
import { NoticeBody } from './notice-body.tsx';

export async function loader({ params }: Route.LoaderArgs) {
  const [{ store }, notice] = await Promise.all([readSettings(), readRecallNotice(params.token)]);
  const farm = { name: store.name, phone: store.phone, address: addressOf(store) };
  return data({ farm, notice }, { status: notice ? 200 : 404, headers: { 'Cache-Control': 'no-store' } });
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await requestForm(request);
  if (form.get('intent') === 'open') {
    await openRecallNotice(params.token);
    return data({ isRecorded: null });
  }
  const answer = recallAnswers.find((each) => each === form.get('answer'));
  const isRecorded = answer !== undefined && (await answerRecall(params.token, answer));
  return data({ isRecorded }, { status: isRecorded ? 200 : 409 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: ['Safety notice', loaderData?.farm.name].filter(Boolean).join(' · ') },
  { name: 'robots', content: 'noindex' },
];

export default function RecallNotice({ loaderData, actionData }: Route.ComponentProps) {
  const { farm, notice } = loaderData;
  useOpened(notice !== null);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[8vh] pb-12">
      <Mark className="size-12" />
      <p className="mt-3 font-display text-lg font-medium text-spruce-700">{farm.name}</p>
      <h1 className="mt-8 text-3xl wrap-anywhere">{notice?.title ?? 'This link does not work'}</h1>
      {notice ? (
        <NoticeBody notice={notice} isRefused={actionData?.isRecorded === false} />
      ) : (
        <p className="mt-4">
          It is incomplete, or not from us. Open the link in the message again, or call us.
        </p>
      )}
      <p className="mt-8 text-ink-soft">
        {farm.name}, {farm.address}, <a href={`tel:${farm.phone.replaceAll(/[^\d+]/g, '')}`}>{farm.phone}</a>
      </p>
    </main>
  );
}

/** Tells once that the page is open in a browser that runs scripts. */
function useOpened(isNotice: boolean) {
  const { submit } = useFetcher();
  const isTold = useRef(false);
  useEffect(() => {
    if (!isNotice || isTold.current) return;
    isTold.current = true;
    void submit({ intent: 'open' }, { method: 'post' });
  }, [isNotice, submit]);
}
