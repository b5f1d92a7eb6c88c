/** /lots/{code}: a lot from seed to jar, for anyone who scans its label. Staff also see its units and recalls. */
import { redirect } from 'react-router';
import { lotPath, readLotCode } from '#core/goods/stock/lots/lots.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PaperHead } from '#shop/kit/paper-head.tsx';
import { useShell } from '#shop/kit/shell-data.ts';
import type { Route } from './+types/lot.page';
import { readLotForStaff, readPublicLot } from './lot-page-queries.server.ts';
import { lotWarning, originRows, testRows } from './lot-rows.ts';
import { LotView } from './lot-view.tsx';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ params, context }: Route.LoaderArgs) {
  const code = readLotCode(params.code);
  const lot = code === null ? null : await readPublicLot(code);
  if (!lot || code === null) throw new Response(null, { status: 404 });
  // One address for each lot: another way of writing it would be another cached page.
  if (code !== params.code) throw redirect(lotPath(code));
  const { id, productId, product, size, isOnMenu, batchNumber, status, recall, certificate } = lot;
  return {
    ...{ productId, isOnMenu, batchNumber, certificate, recall, isRecalled: status === 'recalled' },
    name: [product, size].filter(Boolean).join(', '),
    warning: lotWarning(lot),
    origin: originRows(lot),
    tests: testRows(lot),
    staff: await readLotForStaff(context.get(actorContext), id),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(matches, { title: `Batch ${loaderData.batchNumber}, ${loaderData.name}` }) : [];

export default function LotPage({ loaderData }: Route.ComponentProps) {
  const shell = useShell();
  return (
    <LotView
      lot={loaderData}
      phone={shell?.isOpen ? shell.store.phone : null}
      paperHead={shell?.isOpen ? <PaperHead place={shell.store} /> : null}
    />
  );
}
