/** Chooses the range of days and what figures are broken down by: a GET form, so the choice stands in the URL. */
import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { breakdowns, type ReportState, ranges, reportQuery } from '../report.ts';

type Props = {
  state: ReportState;
  /** The days shown at present, yyyy-mm-dd: what custom dates begin with. */
  days: { from: string; to: string };
  problem: { field: 'from' | 'to'; message: string } | null;
  /** The store's day, beyond which nothing can be asked for. */
  today: string;
};

export function RangeForm(props: Props) {
  // A new form per state: going back must show the choice that is in force.
  return <Choice key={reportQuery(props.state)} {...props} />;
}

function Choice({ state, days, problem, today }: Props) {
  const [range, setRange] = useState<string>(state.range);
  const dates = [
    { name: 'from', label: 'From', given: state.from || (problem ? '' : days.from) },
    { name: 'to', label: 'To', given: state.to || (problem ? '' : days.to) },
  ] as const;
  return (
    <search>
      <Form
        method="get"
        aria-label="Range"
        className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap print:hidden"
      >
        <SelectField
          label="Time range"
          name="range"
          defaultValue={state.range}
          onChange={(event) => setRange(event.currentTarget.value)}
          className="min-w-0 sm:w-48"
        >
          {ranges.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {range === 'custom'
          ? dates.map(({ name, label, given }) => (
              <Field
                key={name}
                type="date"
                name={name}
                label={label}
                required
                max={today}
                defaultValue={given}
                errors={problem?.field === name ? [problem.message] : undefined}
                className="min-w-0 sm:w-44"
              />
            ))
          : null}
        <SelectField
          label="Break down by"
          name="breakdown"
          defaultValue={state.breakdown}
          className="min-w-0 sm:w-44"
        >
          {breakdowns.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {/* In line with the fields, whose labels stand above them. */}
        <Button type="submit" rank="secondary" className="max-sm:col-span-2 sm:mt-7.5">
          Apply
        </Button>
      </Form>
    </search>
  );
}
