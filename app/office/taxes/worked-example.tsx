/** Renders what $100 of cannabis and $50 of merchandise cost on a day, tax by tax. */

import type { WorkedExample } from '#core/sales/compliance/tax-change.ts';
import { Notice } from '#ui/notice.tsx';

export function WorkedExampleTable({ example }: { example: WorkedExample }) {
  return (
    <>
      <table className="stacks figures w-full max-w-md text-left">
        <caption className="pb-2 text-left text-ink-soft">
          $100.00 of cannabis and $50.00 of merchandise on {example.day}
        </caption>
        <tbody>
          <Row label="Cannabis and merchandise" amount="$150.00" />
          {example.parts.map((part) => (
            <Row
              key={`${part.name} ${part.base}`}
              label={`${part.name}, ${part.rate} of ${part.base}`}
              amount={part.amount}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-ink font-semibold">
            <th scope="row" className="py-1.5 pr-4">
              Total
            </th>
            <td className="py-1.5 text-right">{example.total}</td>
          </tr>
        </tfoot>
      </table>
      {example.untaxed.length > 0 ? (
        <Notice tone="caution" className="mt-3">
          On {example.day} no rule taxes {example.untaxed.join(' and ').toLowerCase()}.
        </Notice>
      ) : null}
    </>
  );
}

function Row({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-4 font-normal">
        {label}
      </th>
      <td className="py-1.5 text-right">{amount}</td>
    </tr>
  );
}
