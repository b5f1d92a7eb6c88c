/** Renders the search for the lot that units become waste of. */
import { useEffect, useRef } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { lotStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { useScanner } from '#core/sales/orders/scan/use-scanner.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CameraButton } from '../camera/camera-button.tsx';
import { accept, warn } from '../kit/shift-sound.ts';
import type { WasteLot } from './waste-lots-queries.server.ts';

export function FindLot({ find, found }: { find: string; found: readonly WasteLot[] }) {
  const navigate = useNavigate();
  const scanned = useRef<string | null>(null);
  const scan = (text: string) => {
    scanned.current = text.trim();
    void navigate(`/counter/waste?${new URLSearchParams({ find: text.trim() })}`);
  };
  useEffect(() => {
    if (scanned.current !== find) return;
    scanned.current = null;
    (found.length > 0 ? accept : warn)();
  }, [find, found]);
  useScanner(scan);
  return (
    <>
      <Form method="get" role="search" className="mb-3 flex flex-wrap items-end gap-3">
        <Field
          label="Batch, package tag or product"
          key={find}
          name="find"
          type="search"
          required
          defaultValue={find}
          maxLength={100}
          autoComplete="off"
          className="w-full sm:w-96 [&_input]:min-h-12"
        />
        <Button type="submit" className="min-h-12">
          Find lot
        </Button>
        <CameraButton onScan={scan} />
      </Form>
      {find !== '' && found.length === 0 ? (
        <p className="mb-4 text-ink-soft">
          No lot with units matches. Check the label, or search by product.
        </p>
      ) : null}
      {found.length > 0 ? (
        <ul className="mb-6 divide-y divide-line border-y border-line" aria-label="Lots found">
          {found.map((lot) => (
            <li key={lot.id}>
              <Link
                to={`/counter/waste?lot=${lot.id}`}
                className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2"
              >
                <span className="font-medium underline underline-offset-4">
                  {lot.product}
                  {lot.size ? ` · ${lot.size}` : ''}
                </span>
                <span className="figures text-sm text-ink-soft">{lotFacts(lot)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** 'Batch B-1 · 12 units, 3 reserved · Fridge · Expired' */
export function lotFacts({ batchNumber, onHand, held, shelfPlace, status }: WasteLot): string {
  return [
    `Batch ${batchNumber}`,
    `${onHand === 1 ? '1 unit' : `${onHand} units`}${held > 0 ? `, ${held} reserved` : ''}`,
    shelfPlace,
    status === 'sellable' ? null : lotStatusLabel[status],
  ]
    .filter(Boolean)
    .join(' · ');
}
