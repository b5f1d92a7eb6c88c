/** /certificates/{id}: what a laboratory found in one lot. */
import { useRouteLoaderData } from 'react-router';
import { readCertificate } from '#features/catalogue/certificate-queries.server.ts';
import { readProductId } from '#features/catalogue/read-product-id.ts';
import { CertificatePage } from '#features/catalogue/ui/certificate-page.tsx';
import { PaperHead } from '#features/orders/ui/paper-head.tsx';
import type { CacheHandle } from '#platform/cached-for-guests.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { SHELL_ROUTE, type ShellData } from '#shell/shell-data.ts';
import type { Route } from './+types/certificate';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ params }: Route.LoaderArgs) {
  const id = readProductId(params.id);
  const certificate = id === null ? null : await readCertificate(id);
  if (!certificate) throw new Response(null, { status: 404 });
  return certificate;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, {
        title: `Certificate of batch ${loaderData.lot.batchNumber}, ${loaderData.product.name}`,
      })
    : [];

export default function CertificateOfLot({ loaderData }: Route.ComponentProps) {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
  return (
    <CertificatePage
      certificate={loaderData}
      paperHead={shell?.isOpen ? <PaperHead place={shell.store} /> : null}
    />
  );
}
