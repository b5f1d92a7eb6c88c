/** /admin/state-tracking/play: an admin does in the demo what people do in Metrc, and sees what it has. Only in the demo store. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/play-metrc.page';
import { answerPlay } from './answer-play.server.ts';
import { PlayDeliveries } from './play-deliveries.tsx';
import { PlayPackages } from './play-packages.tsx';
import { demandPractice, readPlayPage } from './play-page-queries.server.ts';
import { PlayRecords } from './play-records.tsx';
import { PlayTroubles } from './play-troubles.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const open = demandPractice();
  return readPlayPage(requirePermission(context, 'inventory.see', request), open);
}

export async function action({ request, context }: Route.ActionArgs) {
  const open = demandPractice();
  const actor = requirePermission(context, 'inventory.see', request);
  return answerPlay(actor, open, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Play Metrc · Admin' }];

export default function PlayMetrc({ loaderData: { away, metrc } }: Route.ComponentProps) {
  return (
    <div className="max-w-5xl">
      <BackLink to="/admin/state-tracking" label="State Tracking" />
      <h1 className="mb-3 text-2xl">Play Metrc</h1>
      <p className="measure mb-6">
        This demo plays Metrc itself. Here you do what people do in Metrc, and what happens to it. Then look
        at how the shop takes it. Nothing leaves this computer.
      </p>
      {away ? <Notice title={away.title}>{away.text}</Notice> : null}
      {metrc ? (
        <>
          <PlayTroubles {...metrc} />
          <PlayDeliveries deliveries={metrc.deliveries} />
          <PlayPackages packages={metrc.choices} />
          <PlayRecords {...metrc} />
        </>
      ) : null}
    </div>
  );
}
