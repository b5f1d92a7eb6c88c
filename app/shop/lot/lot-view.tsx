/** Renders a lot's page: a recall first, then where it comes from, its test, and for staff its units. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FactRow } from '#core/goods/catalogue/products/product-facts.ts';
import { FactTable } from '#core/goods/catalogue/ui/fact-table.tsx';
import { Notice } from '#ui/notice.tsx';
import { StaffLot, type StaffLotFacts } from './staff-lot.tsx';

export type ShownLot = {
  productId: number;
  name: string;
  isOnMenu: boolean;
  batchNumber: string;
  certificate: string | null;
  isRecalled: boolean;
  recall: { title: string; paragraphs: string[] } | null;
  warning: string | null;
  origin: FactRow[];
  tests: FactRow[];
  staff: StaffLotFacts | null;
};

export function LotView({
  lot,
  phone,
  paperHead,
}: {
  lot: ShownLot;
  phone: string | null;
  paperHead: ReactNode;
}) {
  return (
    <div className="shell max-w-2xl pt-6 pb-20 sm:pt-10">
      {paperHead}
      {lot.isRecalled ? <Recall recall={lot.recall} phone={phone} /> : null}
      <h1 className="text-2xl wrap-anywhere sm:text-3xl print:mt-6">Batch {lot.batchNumber}</h1>
      <p className="flex min-h-11 items-center text-ink-soft">
        {lot.isOnMenu ? (
          <Link to={`/products/${lot.productId}`} className="fact-link inline-flex min-h-11 items-center">
            {lot.name}
          </Link>
        ) : (
          lot.name
        )}
      </p>
      {lot.warning ? (
        <Notice tone="caution" className="mt-5">
          {lot.warning}
        </Notice>
      ) : null}
      <h2 className="mt-8 text-lg">From seed to jar</h2>
      <FactTable rows={lot.origin} />
      {lot.tests.length > 0 ? (
        <>
          <h2 className="mt-8 text-lg">Lab test</h2>
          <FactTable rows={lot.tests} />
          <p className="measure mt-4 text-sm">
            {lot.certificate ? (
              <a href={lot.certificate} className="fact-link inline-flex min-h-11 items-center">
                Lab certificate (PDF)
              </a>
            ) : (
              <>Ask at the counter to see the printed certificate of batch {lot.batchNumber}.</>
            )}
          </p>
        </>
      ) : null}
      {lot.staff ? <StaffLot lot={lot.staff} /> : null}
    </div>
  );
}

/** What is wrong and what to do, before anything else. */
function Recall({ recall, phone }: { recall: ShownLot['recall']; phone: string | null }) {
  return (
    <Notice tone="error" className="mb-8 border-l-8 py-5 text-base" title="This batch has been recalled.">
      <p className="mt-2 font-semibold">
        Do not use it. Bring it back to the farm{phone ? ' or call ' : '.'}
        {phone ? (
          <>
            <a
              href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
              className="inline-flex min-h-11 items-center underline"
            >
              {phone}
            </a>
            .
          </>
        ) : null}
      </p>
      {recall ? (
        <>
          <p className="mt-3 font-semibold wrap-anywhere">{recall.title}</p>
          {recall.paragraphs.map((paragraph, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may say the same and never change places
            <p key={place} className="mt-2 wrap-anywhere">
              {paragraph}
            </p>
          ))}
        </>
      ) : null}
    </Notice>
  );
}
