/** Age Verification Approval: customers who wait for a decision, oldest first; photo and entries side by side. */
import { FETCH_FAILED } from '#core/accounts/customers/age-decision.ts';
import { ageQueueList } from '#core/accounts/customers/age-queue.ts';
import {
  readAgeCase,
  readAgeQueue,
  readLatelyDecided,
} from '#core/accounts/customers/age-queue-queries.server.ts';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { readList } from '#office/kit/read-list.server.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/age-verification.page';
import { answerAge } from './answer-age.server.ts';
import { CasePanel } from './case-panel.tsx';
import { LatelyDecided } from './lately-decided.tsx';
import { Queue } from './queue.tsx';
import { EmptyQueue, QueueFailed } from './queue-notices.tsx';
import { UndoDecision } from './undo-decision.tsx';
import { nextOf, useOpenCase } from './use-open-case.ts';

const PATH = '/admin/age-verification';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'age.decide', request);
  // License photos need a recent sign-in.
  await requireRecentSignIn(actor, request);
  const { searchParams } = new URL(request.url);
  const state = ageQueueList.parse(searchParams);
  const failed = { what: 'the queue of age decisions', said: FETCH_FAILED };
  const [shown, lately] = await Promise.all([
    readList(actor, ageQueueList, readAgeQueue(actor, state), failed),
    readLatelyDecided(actor),
  ]);
  const asked = searchParams.get('case') ?? '';
  const first = shown.page.rows[0]?.userId ?? null;
  const open =
    (isUuid(asked) ? await readAgeCase(actor, asked) : null) ??
    (first ? await readAgeCase(actor, first) : null);
  return { state, ...shown, lately, open };
}

/** Also after a refusal, which may be because the case has changed since. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'age.decide', request);
  await requireRecentSignIn(actor, request);
  return answerAge(actor, request);
}

export const meta: Route.MetaFunction = () => [{ title: 'Age Verification Approval · Admin' }];

export default function AgeVerification({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, error, lately } = loaderData;
  const { open, wasReplaced, settling } = useOpenCase(loaderData.open, page.rows);
  useLive(['customers']);
  const here = ageQueueList.query(state);
  const caseLink = (userId: string) => `${PATH}?${here ? `${here}&` : ''}case=${userId}`;
  const shown = open?.state === 'open' && !wasReplaced ? open.case : null;
  const next = nextOf(page.rows, shown?.userId ?? null);
  return (
    <ListPage
      title="Age Verification Approval"
      path={PATH}
      list={ageQueueList}
      shown={loaderData}
      count={['profile pending', 'profiles pending']}
      above={<UndoDecision lately={lately} />}
      below={lately.length > 0 ? <LatelyDecided lately={lately} /> : null}
    >
      {error ? <QueueFailed title={error} /> : null}
      <CasePanel
        open={open}
        wasReplaced={wasReplaced}
        shown={shown}
        next={next}
        settling={settling}
        caseLink={caseLink}
        answer={actionData}
      />
      {page.rows.length === 0 && !error ? (
        <EmptyQueue isFiltered={ageQueueList.isFiltered(state)} path={PATH} />
      ) : null}
      {page.rows.length > 0 ? (
        <Queue
          rows={page.rows}
          isOldestFirst={state.sort === 'joined'}
          openId={shown?.userId ?? null}
          settling={settling}
          caseLink={caseLink}
        />
      ) : null}
    </ListPage>
  );
}
