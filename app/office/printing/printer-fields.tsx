/** Renders the fields of a printer; its maker and how it is connected only while it is new. */
import { connectionWords, makerWords, paperWidths } from '#core/sales/printing/printing.ts';
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
    printsLabels: boolean;
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
          <>
            <SelectField
              label="Maker"
              name="maker"
              defaultValue={values.maker ?? 'star'}
              errors={errors.maker}
            >
              <Options words={makerWords} />
            </SelectField>
            <SelectField
              label="How it gets its papers"
              name="connection"
              defaultValue={values.connection ?? 'network'}
              errors={errors.connection}
            >
              <Options words={connectionWords} />
            </SelectField>
          </>
        )}
        <SelectField
          label="Paper"
          name="width"
          defaultValue={values.width ?? String(known?.width ?? 80)}
          errors={errors.width}
        >
          {([80, 58, 102, 76] as const).map((width) => (
            <option key={width} value={width}>
              {paperWidths[width]}
            </option>
          ))}
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
        name="printsLabels"
        label="Staff print labels of bags and units on it"
        defaultChecked={refusal ? values.printsLabels === 'on' : known?.printsLabels}
      />
      <CheckboxField
        name="opensDrawer"
        label="The cash drawer is plugged into it: open it when cash is taken"
        defaultChecked={refusal ? values.opensDrawer === 'on' : known?.opensDrawer}
      />
    </>
  );
}

function Options({ words }: { words: Readonly<Record<string, string>> }) {
  return Object.entries(words).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
