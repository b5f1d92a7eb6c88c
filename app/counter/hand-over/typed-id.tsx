/** Renders the fields of an ID that staff type: its kind first, and the rest once it is chosen. */
import { useRef } from 'react';
import { idKindLabel } from '#core/sales/orders/hand-over/id-check.ts';
import { issuerGroups, issuerOfKind, UNITED_STATES } from '#core/sales/orders/id-card/issuers.ts';
import { type IdKind, idKinds } from '#kernel/statuses.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Field, SelectField } from '#ui/field.tsx';

const shortLabel: Readonly<Record<IdKind, string>> = {
  driver_license: 'License',
  state_id: 'State ID',
  passport: 'Passport',
  military_id: 'Military ID',
};

const choice =
  'relative flex min-h-14 cursor-pointer items-center justify-center rounded-control bg-surface px-2 text-center font-medium inset-ring inset-ring-ink/35 has-checked:bg-spruce-100 has-checked:inset-ring-2 has-checked:inset-ring-spruce-700 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce-700';

export function TypedId({
  homeState,
  minimumAge,
  values,
  errors,
}: { homeState: string; minimumAge: number } & Pick<FormRefusal, 'values' | 'errors'>) {
  const issuer = useRef<HTMLDivElement>(null);
  const isWrong = ['idIssuer', 'idExpiresOn', 'idBirthDate', 'idNumber'].some((name) => errors[name]);
  const usual = (kind: IdKind) => (kind === 'passport' || kind === 'military_id' ? UNITED_STATES : homeState);
  /** The usual issuer of the kind, unless staff chose another one that issues such IDs. */
  const choose = (kind: IdKind) => {
    const select = issuer.current?.querySelector('select');
    if (!select) return;
    const isUsual = ['', homeState, UNITED_STATES].includes(select.value);
    if (isUsual || issuerOfKind(kind, select.value) === null) select.value = usual(kind);
  };
  return (
    <div className="group/id flex flex-col gap-4">
      <fieldset id="idKind" tabIndex={-1} aria-describedby={errors.idKind ? 'idKind-error' : undefined}>
        <legend className="mb-1.5 text-sm font-medium">Kind of ID, without a scan</legend>
        <div className="grid grid-cols-2 gap-2 max-[16em]:grid-cols-1 sm:grid-cols-4 md:grid-cols-2 lg:grid-cols-4">
          {idKinds.map((kind) => (
            <label key={kind} className={choice} title={idKindLabel[kind]}>
              <input
                type="radio"
                name="idKind"
                value={kind}
                defaultChecked={values.idKind === kind}
                onChange={() => choose(kind)}
                className="sr-only"
              />
              {shortLabel[kind]}
            </label>
          ))}
        </div>
        {errors.idKind ? (
          <p id="idKind-error" className="mt-1.5 text-sm font-medium text-clay-700">
            {errors.idKind[0]}
          </p>
        ) : null}
      </fieldset>
      <div
        className={`grid gap-4 sm:grid-cols-2 ${isWrong ? '' : 'not-group-has-[[name=idKind]:checked]/id:hidden'}`}
      >
        <div ref={issuer} className="sm:col-span-2">
          <SelectField
            label="Issued by"
            name="idIssuer"
            autoComplete="off"
            defaultValue={values.idIssuer ?? homeState}
            errors={errors.idIssuer}
          >
            <option value="">Choose</option>
            {issuerGroups.map(({ label, names }) => (
              <optgroup key={label} label={label}>
                {names.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        </div>
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
          hint={`Must be ${minimumAge} or older today. The date is not saved.`}
          defaultValue={values.idBirthDate}
          errors={errors.idBirthDate}
        />
        <Field
          label="Number of the ID"
          name="idNumber"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="For today’s limits. Only a scrambled form is saved, until midnight."
          defaultValue={values.idNumber}
          errors={errors.idNumber}
          className="sm:col-span-2"
        />
      </div>
    </div>
  );
}
