/** One person at work: what they may do, what waits for them, what they did. Admins only. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/person.page';
import { PersonDevices } from './person-devices.tsx';
import { PersonHead } from './person-head.tsx';
import { PersonDrawers, PersonShifts, PersonWeek } from './person-past.tsx';
import { readPersonAtWork } from './person-queries.server.ts';
import { PersonRights } from './person-rights.tsx';
import { PersonApprovals, PersonWaiting } from './person-waiting.tsx';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'users.manage', request);
  const person = await readPersonAtWork(actor, params.userId);
  if (!person) throw new Response(null, { status: 404 });
  return person;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Person'} at work · Admin` },
];

export default function Person({ loaderData: person }: Route.ComponentProps) {
  useLive([`user:${person.id}`, 'cash', 'orders']);
  return (
    <>
      <PersonHead of={person} />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <PersonWaiting of={person} />
          <PersonWeek of={person} />
          <PersonShifts of={person} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <PersonRights of={person} />
          <PersonDrawers of={person} />
          <PersonApprovals of={person} />
          <PersonDevices of={person} />
        </div>
      </div>
    </>
  );
}
