/** Renders the fields of a printer; its maker only while it is new. */
import { makerWords } from '#core/sales/printing/printing.ts';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function PrinterFields({
  refusal,
  known,
}: {
  refusal: FormRefusal | undefined;
  /** What is stored; without it the printer is new. */
  known?: {
    name: string;
    place: string;
    width: number;
    printsReceipts: boolean;
    printsSlips: boolean;
    opensDrawer: boolean;
  };
}) {
  const { errors = {}, values = {} } = refusal ?? {};
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          hint="As staff read it: Register 1."
          defaultValue={values.name ?? known?.name}
          errors={errors.name}
        />
        <Field
          label="Place"
          name="place"
          maxLength={60}
          autoComplete="off"
          defaultValue={values.place ?? known?.place}
          errors={errors.place}
        />
        {known ? null : (
          <SelectField label="Maker" name="maker" defaultValue={values.maker ?? 'star'} errors={errors.maker}>
            {Object.entries(makerWords).map(([maker, words]) => (
              <option key={maker} value={maker}>
                {words}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Paper"
          name="width"
          defaultValue={values.width ?? String(known?.width ?? 80)}
          errors={errors.width}
        >
          <option value="80">80 mm</option>
          <option value="58">58 mm</option>
        </SelectField>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Prints without being asked</legend>
        <CheckboxField
          name="printsReceipts"
          label="A receipt when an order is paid at the counter"
          defaultChecked={refusal ? values.printsReceipts === 'on' : known?.printsReceipts}
        />
        <CheckboxField
          name="printsSlips"
          label="An order slip when an order arrives"
          defaultChecked={refusal ? values.printsSlips === 'on' : known?.printsSlips}
        />
      </fieldset>
      <CheckboxField
        name="opensDrawer"
        label="The cash drawer is plugged into it: open it when cash is taken"
        defaultChecked={refusal ? values.opensDrawer === 'on' : known?.opensDrawer}
      />
    </>
  );
}
