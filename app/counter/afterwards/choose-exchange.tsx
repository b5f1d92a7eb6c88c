/** Renders the choice of an exchange: the line that comes back, and what goes out for it. */
import { Form, Link, useNavigation } from 'react-router';
import type { RefundableOrder } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { FoundProduct } from '../kit/products-to-add-queries.server.ts';

type Props = {
  order: RefundableOrder;
  /** The line that comes back, by its id; '' before one is chosen. */
  chosen: string;
  find: string;
  /** null before a search. */
  found: FoundProduct[] | null;
};

export function ChooseExchange({ order, chosen, find, found }: Props) {
  const isBusy = useNavigation().state !== 'idle';
  const lines = order.lines.filter(({ left }) => left > 0);
  const [first] = lines;
  return (
    <Form className="flex flex-col gap-6" preventScrollReset>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <SelectField label="Comes back" name="back" defaultValue={chosen || first?.id}>
          {lines.map(({ id, productName, left }) => (
            <option key={id} value={id}>
              {productName} ({left} sold)
            </option>
          ))}
        </SelectField>
        <Field label="Units" name="units" type="number" min={1} max={99} defaultValue="1" required />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-display text-lg font-medium">Goes out for it</legend>
        {lines.map(({ id, productId, productName }) => (
          <Button
            key={id}
            type="submit"
            name="out"
            value={productId}
            rank="secondary"
            className="min-h-14 justify-start text-left"
          >
            {lines.length === 1 ? `The same again: ${productName}` : productName}
          </Button>
        ))}
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label="Another product"
            name="find"
            type="search"
            autoComplete="off"
            defaultValue={find}
            className="min-w-0 grow basis-56 [&_input]:min-h-12"
          />
          <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy} busyText="Searching…">
            Search
          </Button>
        </div>
        {found?.length === 0 ? <p role="status">Nothing is called ‘{find}’.</p> : null}
        <ul aria-label="Found" className="flex flex-col gap-2">
          {(found ?? []).map(({ productId, name, size, price, available }) => (
            <li key={productId}>
              <Button
                type="submit"
                name="out"
                value={productId}
                rank="secondary"
                aria-disabled={available === 0 || undefined}
                className="figures min-h-14 w-full justify-between gap-x-4 text-left wrap-anywhere"
              >
                <span>
                  {name} {size}
                </span>
                <span>{available === 0 ? 'None there' : formatCents(cents(price))}</span>
              </Button>
            </li>
          ))}
        </ul>
      </fieldset>
      <p className="text-ink-soft">
        Was another jar in the bag than the order says? Then{' '}
        <Link to="/counter/waste" className="underline underline-offset-4">
          that jar is waste
        </Link>
        , and nothing is exchanged.
      </p>
    </Form>
  );
}
