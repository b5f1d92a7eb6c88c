/** Renders the ID check: the card that a scan read, or fields to type; and the name, which staff compare. */
import { useEffect, useRef } from 'react';
import type { FormRefusal } from '#platform/requests/form.ts';
import { accept, warn } from '../kit/shift-sound.ts';
import { BarcodeField } from './barcode-field.tsx';
import { NameCheck } from './name-check.tsx';
import { ScannedCard } from './scanned-card.tsx';
import { CARD_FIELDS, isHolder, mayBeHolder, type ScannedId } from './scanned-id.ts';
import { TypedId } from './typed-id.tsx';

export function IdCheckFields({
  holder,
  customer = null,
  homeState,
  minimumAge,
  values,
  errors,
  scan,
  scanned,
}: {
  /** Whose ID it must be; null for a walk-in. */
  holder: string | null;
  /** Who ordered, if that is another person: the limits of an ID, as of a walk-in's, count by its number. */
  customer?: string | null;
  homeState: string;
  minimumAge: number;
  /** Another one for each scan, so that the fields take its values. */
  scan: string | undefined;
  scanned: ScannedId | null;
} & Pick<FormRefusal, 'values' | 'errors'>) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const isGood = Object.keys(errors).length === 0;
  useEffect(() => {
    if (scan) (isGood ? accept : warn)();
    // The next thing to do after a good scan; after another one the summary has the focus.
    if (scan && isGood) fields.current?.querySelector<HTMLInputElement>('[name="nameMatches"]')?.focus();
  }, [scan, isGood]);
  // What staff ticked or not counts from then on: only the scan's own answer brings the tick.
  const isMatched =
    scan !== undefined &&
    isGood &&
    scanned !== null &&
    holder !== null &&
    isHolder(scanned, holder, customer);
  const typed = <TypedId homeState={homeState} minimumAge={minimumAge} values={values} errors={errors} />;
  const typedFields = ['idKind', 'idIssuer', 'idExpiresOn', 'idBirthDate', 'idNumber'];
  const isTypedWrong = typedFields.some((name) => errors[name]);
  return (
    <fieldset ref={fields} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-display text-lg font-medium">ID check</legend>
      {scanned ? <ScannedCard scanned={scanned} holder={holder} isGood={!isTypedWrong} /> : null}
      <BarcodeField errors={errors.barcode} isScanned={scanned !== null} />
      <div key={scan} className="flex flex-col gap-3">
        {CARD_FIELDS.map((name) => (
          <input key={name} type="hidden" name={name} value={values[name] ?? ''} />
        ))}
        {scanned ? (
          <details open={isTypedWrong}>
            <summary className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
              Correct by hand
            </summary>
            {typed}
          </details>
        ) : (
          typed
        )}
        <NameCheck
          key={holder}
          holder={holder}
          customer={customer}
          differs={scanned !== null && holder !== null && !mayBeHolder(scanned, holder)}
          isCustomers={scanned !== null && customer !== null && mayBeHolder(scanned, customer)}
          values={isMatched ? { ...values, nameMatches: '1' } : values}
          errors={errors}
        />
      </div>
    </fieldset>
  );
}
