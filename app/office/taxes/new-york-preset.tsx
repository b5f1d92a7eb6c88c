/** Renders New York's tax rules as a preset: what it changes from a day on, and the button that applies it. */
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { CountyChoice } from './county-choice-queries.server.ts';
import { CountyField } from './county-field.tsx';
import type { PresetPreview } from './tax-rules-queries.server.ts';
import { WorkedExampleTable } from './worked-example.tsx';

export function NewYork({
  preset,
  counties,
  today,
}: {
  preset: PresetPreview | null;
  counties: CountyChoice;
  today: string;
}) {
  const busy = useNavigation().formData?.get('intent') === 'preset';
  const errorOf = (field: 'date' | 'county') =>
    preset && 'error' in preset && preset.of === field ? [preset.error] : undefined;
  return (
    <section aria-labelledby="new-york" className="mt-10 rounded-surface border border-line bg-surface p-5">
      <h2 id="new-york" className="text-xl">
        New York preset
      </h2>
      <p className="mt-1 text-ink-soft">
        9% state and 4% local excise tax on cannabis, and the county’s sales tax on merchandise. Clothing
        under $110 and food are exempt; candy, soft drinks and prepared food are merchandise. Preview it from
        any date. Nothing changes until you apply it.
      </p>
      <Form
        method="get"
        preventScrollReset
        className="mt-4 grid max-w-2xl grid-cols-1 items-start gap-5 sm:grid-cols-2"
      >
        <Field
          label="From"
          type="date"
          name="preset"
          id="preset"
          className="w-[11rem] max-w-full"
          required
          min={today}
          defaultValue={preset?.date ?? today}
          errors={errorOf('date')}
        />
        <CountyField
          choice={counties}
          value={preset?.county ?? counties.proposed ?? ''}
          errors={errorOf('county')}
        />
        <div className="sm:col-span-2">
          <Button type="submit" rank="secondary">
            Preview
          </Button>
        </div>
      </Form>
      {preset && !('error' in preset) ? (
        <div className="mt-6 space-y-4">
          <ul className="list-disc pl-5">
            {preset.adding.map(({ name, rate, on }) => (
              <li key={name}>
                {name}, {rate} on {on.toLowerCase()}, starts {preset.label}.
              </li>
            ))}
            {preset.ending.map((name) => (
              <li key={name}>{name} ends the day before.</li>
            ))}
            {preset.dropping.map((name) => (
              <li key={name}>{name} is deleted: no order was placed since it started.</li>
            ))}
            {preset.adding.length + preset.ending.length + preset.dropping.length === 0 ? (
              <li>These are your rules already.</li>
            ) : null}
          </ul>
          <WorkedExampleTable example={preset.example} />
          <Form method="post" action="/admin/settings/tax">
            <input type="hidden" name="intent" value="preset" />
            <input type="hidden" name="preset" value={preset.date} />
            <input type="hidden" name="county" value={preset.county} />
            <Button type="submit" busy={busy} busyText="Applying…">
              Apply from {preset.label}
            </Button>
          </Form>
        </div>
      ) : null}
    </section>
  );
}
