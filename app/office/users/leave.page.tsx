/** Ends a person’s work here: everything they hold, what becomes of it, and one press. Admins only. */
import { data } from 'react-router';
import { requirePermission, requireRecentSignIn } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/leave.page';
import { answerLeaving } from './answer-leaving.server.ts';
import { LeavingForm } from './leaving-form.tsx';
import { readLeaving } from './leaving-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  const leaving = await readLeaving(actor, params.userId);
  if (!leaving) throw new Response(null, { status: 404 });
  await requireRecentSignIn(actor, request);
  return leaving;
}

/** Also after a refusal: it may be because they hold something new. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  await requireRecentSignIn(actor, request);
  const answer = await answerLeaving(actor, params.userId, await requestForm(request));
  return answer instanceof Response ? answer : data(answer.refusal, { status: answer.status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `End the work of ${loaderData?.person.name ?? 'a person'} · Admin` },
];

export default function Leave({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isOwn } = loaderData;
  useLive([`user:${person.id}`, 'cash', 'orders']);
  return (
    <div className="max-w-2xl">
      <BackLink to={`/admin/users/${person.id}`} label={person.name} />
      <h1 className="mb-4 text-2xl wrap-anywhere">End the work of {person.name} here?</h1>
      {isOwn ? (
        <p className="text-ink-soft">
          Another admin must end your work here. Make someone an admin first if there is none.
        </p>
      ) : (
        <LeavingForm of={loaderData} refusal={actionData} />
      )}
    </div>
  );
}
