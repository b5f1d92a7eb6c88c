/** Renders the open case: what to decide, or who decided it first. */
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { decisionLabel } from '#core/accounts/customers/age-decision.ts';
import type { OpenAgeCase } from '#core/accounts/customers/age-queue.ts';
import type { AgeCaseAnswer } from '#core/accounts/customers/age-queue-queries.server.ts';
import { useCommandHandlers } from '#ui/commands/command-keys.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { Decide, OpenCase } from './age-case.tsx';
import { useAnswerHere } from './use-open-case.ts';

function NextLink({ to }: { to: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
      Open next profile
    </Link>
  );
}

type Answer = { refusal: FormRefusal | null; revealed: { userId: string; licenseId: string } | null };

export function CasePanel({
  open,
  wasReplaced,
  shown,
  next,
  settling,
  caseLink,
  answer: latest,
}: {
  open: AgeCaseAnswer | null;
  /** Someone else decided it while this page was open. */
  wasReplaced: boolean;
  /** The case to decide. */
  shown: OpenAgeCase | null;
  next: string | null;
  /** The case came a moment ago: its buttons wait. */
  settling: boolean;
  caseLink: (userId: string) => string;
  answer: Answer | undefined;
}) {
  const navigate = useNavigate();
  const answer = useAnswerHere(latest);
  const refusal = answer?.refusal ?? null;
  const panel = useRef<HTMLDivElement>(null);
  const press = (which: string) =>
    panel.current?.querySelector<HTMLButtonElement>(`[data-decide="${which}"] button`)?.click();
  useCommandHandlers({
    ...(shown?.isOfAge ? { 'age.approve': () => press('approve') } : {}),
    ...(shown ? { 'age.reject': () => press('reject') } : {}),
    ...(next ? { 'age.next': () => navigate(caseLink(next)) } : {}),
  });
  useEffect(() => {
    if (refusal) panel.current?.querySelector<HTMLElement>('[data-summary]')?.focus();
  }, [refusal]);
  return (
    <div ref={panel}>
      {refusal ? <ErrorSummary refusal={refusal} /> : null}
      {wasReplaced ? (
        <Notice tone="caution" title="Someone else just decided this profile." className="mb-6">
          {next ? <NextLink to={caseLink(next)} /> : 'It is no longer in the queue.'}
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
          // Choices and text about one person must not carry over to the next.
          key={shown.userId}
          of={shown}
          licenseId={answer?.revealed?.userId === shown.userId ? answer.revealed.licenseId : null}
        >
          <Decide of={shown} next={next} settling={settling} />
        </OpenCase>
      ) : null}
    </div>
  );
}
