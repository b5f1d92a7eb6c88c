/**
 * Shows whole phone numbers on a list of customers to call: masked until staff ask for those of the page, which is on
 * record (the rule: `app/core/accounts/customers/reveal.ts`).
 */
import { Form, Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { rowAction } from './row-action.ts';

/** Whole numbers by person, once they were asked for. */
export type ShownPhones = Readonly<Record<number, string>> | null;

export function ShowPhones({
  rows,
  shown,
  confirm,
  sending,
}: {
  rows: readonly { number: number; phone: string | null }[];
  shown: ShownPhones;
  /** The re-check page; null if the re-check is recent. */
  confirm: string | null;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  if (shown || !rows.some(({ phone }) => phone)) return null;
  if (confirm)
    return (
      <p className="mb-4 print:hidden">
        <Link
          to={confirm}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Confirm it’s you to show phone numbers
        </Link>
      </p>
    );
  return (
    <Form method="post" preventScrollReset className="mb-4 print:hidden">
      <input type="hidden" name="intent" value="phones" />
      {[...new Set(rows.map(({ number }) => number))].map((number) => (
        <input key={number} type="hidden" name="numbers" value={number} />
      ))}
      <Button type="submit" rank="secondary" busy={sending === 'phones'} busyText="Loading…">
        Show phone numbers
      </Button>
    </Form>
  );
}

/** The whole number as a link to call it; before that, the masked one. */
export function PhoneOf({ masked, whole }: { masked: string | null; whole: string | undefined }) {
  if (!whole) return masked ?? 'Not given';
  return (
    <a href={`tel:${whole.replaceAll(/[^\d+]/g, '')}`} className={rowAction}>
      {whole}
    </a>
  );
}
