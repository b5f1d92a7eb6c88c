/** Renders who has the cash drawer, or that none is open. */
import { Link } from 'react-router';
import { drawerName } from '#core/cash-desk/drawer.ts';
import type { OpenDrawer } from '#core/cash-desk/drawer-queries.server.ts';
import { Notice } from '#ui/notice.tsx';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function DrawerLine({ drawer }: { drawer: OpenDrawer | null }) {
  if (!drawer)
    return (
      <Notice tone="caution" className="flex flex-wrap items-center gap-x-3">
        No drawer is open. Cash you take now is in no drawer’s count.
        <Link to="/counter/cash" className={link}>
          Open the drawer
        </Link>
      </Notice>
    );
  return (
    <p className="figures flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {drawerName(drawer.number)}: {drawer.holder}, since {drawer.since}
      <Link to="/counter/cash" className={link}>
        Cash drawer
      </Link>
    </p>
  );
}
