/** Renders the screens that customers see, and the form that pairs one. */
import { useNavigation } from 'react-router';
import { THE_LINE } from '#core/sales/displays/display.ts';
import type { ListedDisplay } from '#core/sales/displays/display-view-queries.server.ts';
import type { Register } from '#core/sales/line/line-queries.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

type Props = {
  screens: readonly ListedDisplay[];
  registers: readonly Register[];
  refusal: FormRefusal | undefined;
};

export function ScreenList({ screens, registers, refusal }: Props) {
  const isBusy = useNavigation().formData?.get('intent') === 'pair';
  return (
    <section aria-labelledby="screens-heading">
      <h2 id="screens-heading" className="text-lg">
        Screens for customers
      </h2>
      <p className="measure mb-3 text-sm text-ink-soft">
        Open <span className="figures font-medium">/display</span> of this shop on a second screen or tablet.
        It shows a code; type it here.
      </p>
      <ul className="flex flex-col gap-2">
        {screens.map(({ id, register, by, at, code, isAway }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-surface p-3 inset-ring inset-ring-line"
          >
            <span className="min-w-0">
              <span className="font-semibold wrap-anywhere">{register ?? 'Waiting screen'}</span>
              <span className="figures block text-sm text-ink-soft wrap-anywhere">
                {code === null ? `Paired by ${by}, ${at}` : `Waits for the screen with ${code}`}
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-2">
              {code === null && isAway ? <StatusBadge tone="yellow">Off</StatusBadge> : null}
              <Confirm
                label="Unpair"
                of={register ?? 'the waiting screen'}
                question="Unpair this screen?"
                consequence="It shows a code again."
                fields={{ intent: 'unpair', id }}
                rank="quiet"
              />
            </span>
          </li>
        ))}
      </ul>
      <CheckedForm
        // The first register is what the next screen most likely shows.
        key={`${screens.length} ${registers.length}`}
        refusal={refusal}
        className="mt-3 flex flex-wrap items-end gap-3 rounded-control bg-cream p-3"
      >
        <input type="hidden" name="intent" value="pair" />
        <Field
          label="Code on the screen"
          name="code"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={refusal?.values.code}
          errors={refusal?.errors.code}
          className="grow basis-44"
        />
        <SelectField
          label="It shows"
          name="shows"
          defaultValue={refusal?.values.shows ?? registers[0]?.id ?? THE_LINE}
          errors={refusal?.errors.shows}
          className="grow basis-44"
        >
          {registers.map(({ id, name }) => (
            <option key={id} value={id}>
              The customer of {name}
            </option>
          ))}
          <option value={THE_LINE}>The line: numbers alone</option>
        </SelectField>
        <Button type="submit" rank="secondary" className="min-h-11" busy={isBusy} busyText="Pairing…">
          Pair
        </Button>
      </CheckedForm>
    </section>
  );
}
