/** What a laboratory found in a batch, and where the certificate itself is read. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { Certificate } from '../certificate-queries.server.ts';
import { lotRows } from '../product-facts.ts';
import { FactTable } from './fact-table.tsx';

const statusWords: Record<Certificate['status'], string | null> = {
  sellable: null,
  expired: 'This batch is past its date. We do not hand it out any more.',
  recalled: 'This batch has been recalled. Do not use what you have of it; bring it back or call us.',
};

export function CertificatePage({
  certificate: { product, lot, status },
  paperHead,
}: {
  certificate: Certificate;
  /** Whose certificate it is, on paper. */
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
        {/* The row that leads here needs no link here. */}
        <FactTable rows={lotRows(lot).map(({ label, value }) => ({ label, value }))} />
      </div>
      <p className="measure mt-6 text-sm">
        {lot.certificate ? (
          <a href={lot.certificate} className="fact-link inline-flex min-h-11 items-center">
            The laboratory’s certificate (PDF)
          </a>
        ) : (
          <>The printed certificate can be seen at the counter. Ask for batch {lot.batchNumber}.</>
        )}
      </p>
    </div>
  );
}
