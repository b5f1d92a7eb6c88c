/** Age Verification Approval: who waits for a decision, oldest first; license photo and typed data side by side. */
import { useEffect, useRef, useState } from 'react';
import { data, Link, useLocation, useNavigate } from 'react-router';
import {
  ageDecisionMessage,
  decidedMessage,
  decisionLabel,
  FETCH_FAILED,
  NO_PENDING,
} from '#features/customers/age-decision.ts';
import { decideForm } from '#features/customers/age-decision-form.ts';
import { type AgeCase, ageQueueList, missingLabel } from '#features/customers/age-queue.ts';
import {
  readAgeCase,
  readAgeQueue,
  readLatelyDecided,
} from '#features/customers/age-queue-queries.server.ts';
import { decideAge } from '#features/customers/decide-age.server.ts';
import { revealCustomer } from '#features/customers/reveal-customer.server.ts';
import { AgeWords, Decide, OpenCase } from '#features/customers/ui/age-case.tsx';
import { requirePermission, requireRecentSignIn } from '#features/identity/guards.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { EmptyList } from '#shell/empty-list.tsx';
import { ListPage } from '#shell/list-page.tsx';
import { readList } from '#shell/read-list.server.ts';
import { useCommandHandlers } from '#ui/commands/command-keys.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/age-verification';

const PATH = '/admin/age-verification';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'age.decide', request);
  // License photos are shown here, to nobody but who has just shown who they are.
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

/** Also after a refusal, which may be because the case is no longer as this page shows it. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'age.decide', request);
  await requireRecentSignIn(actor, request);
  const form = await requestForm(request);
  const userId = String(form.get('userId') ?? '');
  if (form.get('intent') === 'reveal') {
    const licenseId = await revealCustomer(actor, userId, 'licenseId');
    return data({ refusal: null, revealed: licenseId ? { userId, licenseId } : null });
  }
  const read = readForm(form, decideForm);
  if (!read.ok) return data({ refusal: read.refused(), revealed: null }, { status: 400 });
  const outcome = await decideAge(actor, read.value);
  if (!outcome.ok) {
    const refusal = read.refused(ageDecisionMessage(outcome.problem));
    return data({ refusal, revealed: null }, { status: 409 });
  }
  const query = new URL(request.url).searchParams;
  query.delete('case');
  query.delete('index');
  const next = String(form.get('next') ?? '');
  if (isUuid(next)) query.set('case', next);
  const to = query.size > 0 ? `${PATH}?${query}` : PATH;
  return redirectWithFlash(to, decidedMessage(outcome.value.decision), 'success');
}

export const meta: Route.MetaFunction = () => [{ title: 'Age Verification Approval · Admin' }];

export default function AgeVerification({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, error, lately } = loaderData;
  const answer = useAnswerHere(actionData);
  const navigate = useNavigate();
  const { open, wasReplaced } = useOpenCase(loaderData.open);
  useLive(['customers']);
  const here = ageQueueList.query(state);
  const caseLink = (userId: string) => `${PATH}?${here ? `${here}&` : ''}case=${userId}`;
  const shown = open?.state === 'open' && !wasReplaced ? open.case : null;
  const next = nextOf(page.rows, shown?.userId ?? null);
  const panel = useRef<HTMLDivElement>(null);
  const press = (which: string) =>
    panel.current?.querySelector<HTMLButtonElement>(`[data-decide="${which}"] button`)?.click();
  useCommandHandlers({
    ...(shown?.isOfAge ? { 'age.approve': () => press('approve') } : {}),
    ...(shown ? { 'age.reject': () => press('reject') } : {}),
    ...(next ? { 'age.next': () => navigate(caseLink(next)) } : {}),
  });
  const refusal = answer?.refusal ?? null;
  useEffect(() => {
    if (refusal) panel.current?.querySelector<HTMLElement>('[data-summary]')?.focus();
  }, [refusal]);
  return (
    <ListPage
      title="Age Verification Approval"
      path={PATH}
      list={ageQueueList}
      shown={loaderData}
      count={['profile pending', 'profiles pending']}
      below={lately.length > 0 ? <LatelyDecided lately={lately} /> : null}
    >
      {error ? (
        <Notice tone="error" title={error}>
          The queue could not be read. Reload the page to try again; nothing was changed.
        </Notice>
      ) : null}
      <div ref={panel}>
        {refusal ? <ErrorSummary refusal={refusal} /> : null}
        {wasReplaced ? (
          <Notice tone="caution" title="Somebody else has just decided this profile." className="mb-6">
            {next ? <NextLink to={caseLink(next)} /> : 'It has left the queue.'}
          </Notice>
        ) : null}
        {open?.state === 'decided' && !wasReplaced ? (
          <Notice
            tone="info"
            title={`${open.name} is decided: ${decisionLabel[open.decision]}.`}
            className="mb-6"
          >
            <Link to={`/admin/customers/${open.userId}`} className="mr-4 underline underline-offset-4">
              Change it
            </Link>
            {next ? <NextLink to={caseLink(next)} /> : null}
          </Notice>
        ) : null}
        {shown ? (
          <OpenCase
            // What was chosen or typed about one person must not stand there for the next.
            key={shown.userId}
            of={shown}
            licenseId={answer?.revealed?.userId === shown.userId ? answer.revealed.licenseId : null}
          >
            <Decide of={shown} next={next} />
          </OpenCase>
        ) : null}
      </div>
      {page.rows.length === 0 && !error ? (
        <div className="rounded-surface bg-cream px-4 py-12 text-center text-ink-soft">
          <EmptyList isFiltered={ageQueueList.isFiltered(state)} path={PATH} words={emptyWords} />
        </div>
      ) : null}
      {page.rows.length > 0 ? (
        <section aria-labelledby="queue" className="mt-8">
          <h2 id="queue" className="mb-1 text-lg">
            Pending, {state.sort === 'joined' ? 'oldest' : 'newest'} first
          </h2>
          <p className="mb-3 text-ink-soft">
            Where the license photo is missing, approve only with the license itself in your hand.
          </p>
          <ol className="divide-y divide-line border-y border-line">
            {page.rows.map((row) => (
              <Waiting
                key={row.userId}
                row={row}
                isOpen={row.userId === shown?.userId}
                to={caseLink(row.userId)}
              />
            ))}
          </ol>
        </section>
      ) : null}
    </ListPage>
  );
}

const emptyWords = {
  unmatched: 'No profiles match these filters.',
  all: 'Show all that wait',
  none: NO_PENDING,
};

type Lately = Route.ComponentProps['loaderData']['lately'];

function LatelyDecided({ lately }: { lately: Lately }) {
  return (
    <section aria-labelledby="lately" className="mt-10">
      <h2 id="lately" className="mb-3 text-lg">
        Decided last
      </h2>
      <ul className="flex flex-col">
        {lately.map((one) => (
          <li key={one.userId} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 break-words">{one.name}</span>
            <span className="text-ink-soft">{decisionLabel[one.decision]}</span>
            <Link
              to={`/admin/customers/${one.userId}#verification`}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              Change<span className="sr-only"> the decision about {one.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The case that the page was opened with. The queue moves by itself as others decide; a case that slid into the place
 * of the one that was being looked at must not get its approval.
 */
function useOpenCase(open: Route.ComponentProps['loaderData']['open']) {
  const { key } = useLocation();
  const userId = open === null ? null : open.state === 'open' ? open.case.userId : open.userId;
  const [kept, setKept] = useState({ key, userId });
  if (kept.key !== key) setKept({ key, userId });
  const wasReplaced = kept.key === key && kept.userId !== null && kept.userId !== userId;
  return { open, wasReplaced };
}

/** What the action answered, for as long as this case is open: about the next it would say something wrong. */
function useAnswerHere<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer: actionData });
  if (actionData && (kept.key !== key || kept.answer !== actionData)) setKept({ key, answer: actionData });
  return actionData ?? (kept.key === key ? kept.answer : undefined);
}

/** The one after it in the queue; after the last one the first. null where there is no other. */
function nextOf(rows: readonly AgeCase[], userId: string | null): string | null {
  const at = rows.findIndex((row) => row.userId === userId);
  const next = rows[at + 1] ?? rows[0];
  return next && next.userId !== userId ? next.userId : null;
}

function NextLink({ to }: { to: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
      Open the next one
    </Link>
  );
}

function Waiting({ row, isOpen, to }: { row: AgeCase; isOpen: boolean; to: string }) {
  return (
    <li
      className={`grid items-center gap-x-6 gap-y-1 px-2 py-2.5 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_28rem] ${isOpen ? 'bg-spruce-100' : ''}`}
    >
      <div className="min-w-0">
        <p className="font-medium break-words">{row.name}</p>
        <p className="wrap-anywhere text-ink-soft">
          <EmailAddress>{row.email}</EmailAddress>
        </p>
      </div>
      <div className="min-w-0">
        <p>
          <AgeWords of={row} />
          <span className="figures text-ink-soft"> · joined {row.joined}</span>
        </p>
        <p className="text-ink-soft">
          {row.missing.length === 0
            ? 'Ready to decide'
            : `Missing: ${row.missing.map((proof) => missingLabel[proof]).join(', ')}`}
        </p>
      </div>
      {isOpen ? (
        <p className="flex min-h-11 items-center font-medium md:col-span-2 xl:col-span-1">Open above</p>
      ) : (
        <div className="grid min-[18rem]:grid-cols-2 items-center gap-x-3 gap-y-1 sm:grid-cols-[4rem_11.25rem_11.25rem] md:col-span-2 xl:col-span-1">
          <Link
            to={to}
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4 max-sm:col-span-full"
          >
            Review<span className="sr-only"> {row.name}</span>
          </Link>
          <Decide of={row} next={null} inList />
        </div>
      )}
    </li>
  );
}
