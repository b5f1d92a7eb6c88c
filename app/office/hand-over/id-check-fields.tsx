/** Renders the fields of the ID check: filled by a scan, or typed. */
import { useEffect, useRef } from 'react';
import { idKindLabel } from '#core/orders/hand-over/id-check.ts';
import { mayBeNameOf } from '#core/orders/id-card/id-card-names.ts';
import { idKinds } from '#kernel/statuses.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ScannedId } from './answer-scan.server.ts';
import { BarcodeField } from './barcode-field.tsx';

export function IdCheckFields({
  holder,
  minimumAge,
  values,
  errors,
  scanned,
}: {
  holder: string;
  minimumAge: number;
  scanned: ScannedId | undefined;
} & Pick<FormRefusal, 'values' | 'errors'>) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const isGood = Object.keys(errors).length === 0;
  const scan = scanned?.scan;
  useEffect(() => {
    // The next thing to do after a good scan; after another one the summary has the focus.
    if (scan && isGood) fields.current?.querySelector<HTMLInputElement>('[name="nameMatches"]')?.focus();
  }, [scan, isGood]);
  return (
    <fieldset ref={fields} className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-3 font-display text-lg font-medium">ID check</legend>
      <BarcodeField errors={errors.barcode} />
      {scanned ? <ScannedNotice scanned={scanned} holder={holder} /> : null}
      <div key={scan} className="contents">
        <input type="hidden" name="filledBy" value={values.filledBy ?? ''} />
        <SelectField
          label="Kind of ID"
          name="idKind"
          defaultValue={values.idKind ?? ''}
          errors={errors.idKind}
          className="sm:col-span-2"
        >
          <option value="" disabled>
            Choose
          </option>
          {idKinds.map((kind) => (
            <option key={kind} value={kind}>
              {idKindLabel[kind]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Issued by"
          name="idIssuer"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={values.idIssuer}
          errors={errors.idIssuer}
        />
        <Field
          label="Expires"
          name="idExpiresOn"
          type="date"
          required
          defaultValue={values.idExpiresOn}
          errors={errors.idExpiresOn}
        />
        <Field
          label="Birth date on the ID"
          name="idBirthDate"
          type="date"
          required
          hint={`Must be ${minimumAge} or older today. Not saved.`}
          defaultValue={values.idBirthDate}
          errors={errors.idBirthDate}
        />
        <CheckboxField
          label={`The name on the ID is ${holder}`}
          name="nameMatches"
          value="1"
          defaultChecked={values.nameMatches === '1'}
          errors={errors.nameMatches}
          className="sm:col-span-2"
        />
      </div>
    </fieldset>
  );
}

/** Who the barcode says the holder is. A barcode can be forged: the card itself counts. */
function ScannedNotice({ scanned, holder }: { scanned: ScannedId; holder: string }) {
  const name = [scanned.firstName, scanned.middleName, scanned.lastName].filter(Boolean).join(' ');
  const fits = mayBeNameOf(scanned, holder);
  return (
    <Notice
      tone={fits ? 'info' : 'caution'}
      title={`${name}, ${scanned.issuer}, born ${scanned.born}`}
      className="sm:col-span-2"
    >
      {fits ? null : (
        <p>
          The order is for {holder}.{scanned.isNameCut ? ' The barcode has the name cut short.' : ''}
        </p>
      )}
      {scanned.hasExpiry ? null : <p>The barcode has no expiry date. Type the one on the card.</p>}
      <p>Compare the card with its barcode, and its picture with the person.</p>
    </Notice>
  );
}
