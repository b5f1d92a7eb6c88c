/** /certificates/{id}: the lab results of one lot. */
import { readCertificate } from '#core/goods/catalogue/products/certificate-queries.server.ts';
import { lotRows } from '#core/goods/catalogue/products/product-facts.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { PaperHead } from '#shop/kit/paper-head.tsx';
import { useShell } from '#shop/kit/shell-data.ts';
import type { Route } from './+types/certificate.page';
import { CertificatePage } from './certificate-view.tsx';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

export async function loader({ params }: Route.LoaderArgs) {
  const id = readProductId(params.id);
  const certificate = id === null ? null : await readCertificate(id);
  if (!certificate) throw new Response(null, { status: 404 });
  // The rows are words already: formatting dates takes a library that is a fifth of everything else a browser loads.
  return { ...certificate, rows: lotRows(certificate.lot) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, {
        title: `Certificate of batch ${loaderData.lot.batchNumber}, ${loaderData.product.name}`,
      })
    : [];

export default function CertificateOfLot({ loaderData }: Route.ComponentProps) {
  const shell = useShell();
  return (
    <CertificatePage
      certificate={loaderData}
      paperHead={shell?.isOpen ? <PaperHead place={shell.store} /> : null}
    />
  );
}
