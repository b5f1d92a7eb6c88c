/** Renders a receipt as a page that prints well: the same content as the PDF. */

import { CASH_ROUNDING, PAID_IN_CASH, RETURNED_IN_CASH } from '#core/sales/cash-desk/cash-rounding.ts';
import { CASH_RECEIVED, CHANGE, type Receipt, receiptCourse } from '#core/sales/orders/receipts/receipt.ts';
import { ButtonLink } from '#ui/button.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { PrintButton } from '#ui/print-button.tsx';

export function ReceiptPage({ receipt, back }: { receipt: Receipt; back: string }) {
  const { store, number } = receipt;
  return (
    <div className="pt-6 pb-10 sm:pt-10 print:p-0">
      <BackLink to={back} label={number} />
      <article
        aria-labelledby="receipt"
        className="mt-2 max-w-2xl rounded-surface bg-surface p-5 inset-ring inset-ring-line sm:p-8 print:mt-0 print:p-0 print:inset-ring-0"
      >
        {receipt.mark ? <p className="mb-3 font-semibold">{receipt.mark}</p> : null}
        <p className="font-display text-2xl break-words">{store.name}</p>
        <p className="figures text-sm text-ink-soft">
          {store.legalName} · {store.address} · {store.phone}
        </p>
        <p className="figures text-sm text-ink-soft">New York State cannabis license {store.license}</p>
        <h1 id="receipt" className="figures mt-6 text-2xl">
          Receipt {number}
        </h1>
        <p className="figures text-sm">{receiptCourse(receipt)}</p>
        <table className="stacks figures mt-5 w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-left text-ink-soft">
              <th scope="col" className="py-2 pr-3 font-normal">
                Qty
              </th>
              <th scope="col" className="py-2 pr-3 font-normal">
                Item
              </th>
              <th scope="col" className="py-2 pr-3 text-right font-normal max-sm:hidden">
                Each
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {receipt.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes
              <tr key={index} className="break-inside-avoid border-b border-line align-top">
                <td className="py-2 pr-3">{line.quantity}</td>
                <td className="py-2 pr-3">
                  {line.name}
                  <span className="block text-xs text-ink-soft">
                    <span className="sm:hidden">{line.unitPrice} each. </span>
                    {line.discount ? <span className="block">{line.discount}</span> : null}
                    {line.batches}
                  </span>
                </td>
                <td className="py-2 pr-3 text-right max-sm:hidden">{line.unitPrice}</td>
                <td className="py-2 text-right">{line.amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="figures mt-4 ml-auto grid w-fit break-inside-avoid grid-cols-[auto_auto] gap-x-8 gap-y-1 text-sm max-[16em]:grid-cols-1">
          <Sum name="Subtotal" amount={receipt.subtotal} />
          {receipt.taxes.map((tax) => (
            <Sum key={tax.name} {...tax} />
          ))}
          <dt className="text-base font-semibold">Total</dt>
          <dd className="text-right text-base font-semibold">{receipt.total}</dd>
          {receipt.rounding ? (
            <>
              <Sum name={CASH_ROUNDING} amount={receipt.rounding.amount} />
              <Sum name={PAID_IN_CASH} amount={receipt.rounding.cash} />
            </>
          ) : null}
          {receipt.exchange ? (
            <>
              <Sum name={receipt.exchange.back} amount={`−${receipt.exchange.amount}`} />
              <Sum name={receipt.exchange.label} amount={receipt.exchange.due} />
            </>
          ) : null}
          {receipt.tendered ? (
            <>
              <Sum name={CASH_RECEIVED} amount={receipt.tendered.received} />
              <Sum name={CHANGE} amount={receipt.tendered.change} />
            </>
          ) : null}
        </dl>
        {receipt.taxNote ? <p className="mt-1 text-right text-xs text-ink-soft">{receipt.taxNote}</p> : null}
        {receipt.refunds.length > 0 ? (
          <ul className="figures mt-3 text-right text-sm">
            {receipt.refunds.map(({ what, amount, rounding }) => (
              <li key={what} className="break-inside-avoid">
                {what} <span className="whitespace-nowrap">−{amount}</span>
                {rounding ? (
                  <>
                    <span className="block text-ink-soft">
                      {CASH_ROUNDING} <span className="whitespace-nowrap">{rounding.amount}</span>
                    </span>
                    <span className="block">
                      {RETURNED_IN_CASH} <span className="whitespace-nowrap">−{rounding.cash}</span>
                    </span>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {receipt.warnings.length > 0 ? (
          <div className="mt-8 grid break-inside-avoid gap-1 text-xs">
            {receipt.warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </div>
        ) : null}
      </article>
      <div className="mt-5 flex flex-wrap gap-2 print:hidden">
        <ButtonLink to={`/orders/${number}/receipt.pdf`} reloadDocument>
          Download PDF
        </ButtonLink>
        <PrintButton />
      </div>
    </div>
  );
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right">{amount}</dd>
    </>
  );
}
