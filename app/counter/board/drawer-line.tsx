/** Renders who is in charge and who has the cash drawer, or that none is open. */
import { Link } from 'react-router';
import { drawerName } from '#core/sales/cash-desk/drawer.ts';
import type { OpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { InChargeLine } from '../in-charge/shift-facts.tsx';
import type { ShiftFacts } from '../in-charge/shift-queries.server.ts';
import { NoDrawerNotice } from '../kit/no-drawer-notice.tsx';

/** @param inCharge undefined without a network */
export function DeskLine({
  drawer,
  inCharge,
}: {
  drawer: OpenDrawer | null;
  inCharge: ShiftFacts['inCharge'] | undefined;
}) {
  return (
    <div className={`flex gap-x-8 ${drawer ? 'flex-wrap items-center' : 'flex-col'}`}>
      {inCharge === undefined ? null : <InChargeLine inCharge={inCharge} />}
      <DrawerLine drawer={drawer} />
    </div>
  );
}

function DrawerLine({ drawer }: { drawer: OpenDrawer | null }) {
  if (!drawer) return <NoDrawerNotice />;
  return (
    <p className="figures flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {drawerName(drawer.number)}: {drawer.holder}, since {drawer.since}
      <Link to="/counter/cash" className="inline-flex min-h-11 items-center underline underline-offset-4">
        Cash drawer
      </Link>
    </p>
  );
}
