/** Renders a lot's lab results, and a link to the certificate itself. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Certificate } from '#core/goods/catalogue/products/certificate-queries.server.ts';
import type { FactRow } from '#core/goods/catalogue/products/product-facts.ts';
import { FactTable } from '#core/goods/catalogue/ui/fact-table.tsx';
import { Notice } from '#ui/notice.tsx';

const statusWords: Record<Certificate['status'], string | null> = {
  sellable: null,
  expired: 'This batch is past its date. We no longer sell it.',
  recalled: 'This batch has been recalled. Do not use it; bring it back or call us.',
};

export function CertificatePage({
  certificate: { product, lot, status, rows },
  paperHead,
}: {
  certificate: Certificate & { rows: FactRow[] };
  /** The store details, for print. */
  paperHead: ReactNode;
}) {
  const name = [product.name, product.size].filter(Boolean).join(', ');
  const warning = statusWords[status];
  return (
    <div className="shell max-w-2xl pt-6 pb-20 sm:pt-10">
      {paperHead}
      <h1 className="text-2xl sm:text-3xl print:mt-6">Certificate of analysis</h1>
      <p className="mt-2 text-ink-soft">
        Batch {lot.batchNumber} of{' '}
        {product.isOnMenu ? (
          <Link to={`/products/${product.id}`} className="fact-link">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      {warning ? (
        <Notice tone={status === 'recalled' ? 'error' : 'caution'} className="mt-5">
          {warning}
        </Notice>
      ) : null}
      <div className="mt-6">
        {/* The row that links here needs no link here. */}
        <FactTable rows={rows.map(({ label, value }) => ({ label, value }))} />
      </div>
      <p className="measure mt-6 text-sm">
        {lot.certificate ? (
          <a href={lot.certificate} className="fact-link inline-flex min-h-11 items-center">
            Lab certificate (PDF)
          </a>
        ) : (
          <>Ask at the counter to see the printed certificate of batch {lot.batchNumber}.</>
        )}
      </p>
    </div>
  );
}
