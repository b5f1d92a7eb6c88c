/** /counter/scanner: sets this tablet up for its scanner, from one code of ours and one license. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { qrCode } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { SET_UP_CODE } from '#core/sales/orders/scan/learn-scanner.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/scanner.page';
import { LearnScanner } from './learn-scanner.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'orders.manage', request);
  const { today } = await storeClock();
  return { today: today.toString(), qr: qrCode(SET_UP_CODE) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Scanner · Counter' }];

export default function ScannerPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/counter" label="Counter" />
      <h1 className="mb-4 text-2xl">Scanner</h1>
      <LearnScanner {...loaderData} />
    </div>
  );
}
