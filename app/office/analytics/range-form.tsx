/** Renders the choice of date range, and a page's own choices: a GET form, so the choice is in the URL. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { useSentValues } from '#ui/form/use-sent-values.ts';

type Props = {
  state: { range: string; from: string; to: string };
  ranges: readonly { value: string; label: string }[];
  /** The page's own fields and their values, by name. */
  children?: ReactNode;
  values?: Readonly<Record<string, string>>;
  /** The days currently shown, yyyy-mm-dd: the initial custom dates. null if there is no report. */
  days: { from: string; to: string } | null;
  problem: { field: 'from' | 'to'; message: string } | null;
  /** The store's current day, the latest valid date. */
  today: string;
};

export function RangeForm({ state, ranges, days, problem, today, children, values }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState({ of: state.range, range: state.range });
  // Going back shows the choice in effect.
  if (choice.of !== state.range) setChoice({ of: state.range, range: state.range });
  const dates = [
    { name: 'from', label: 'From', given: state.from || (days?.from ?? '') },
    { name: 'to', label: 'To', given: state.to || (days?.to ?? '') },
  ] as const;
  useSentValues(form, { ...values, range: state.range, from: dates[0].given, to: dates[1].given });
  useFocusOnProblem(form, problem?.field ?? null);
  return (
    <search>
      <Form
        ref={form}
        method="get"
        aria-label="Range"
        className="grid items-start gap-3 min-[16em]:grid-cols-2 sm:flex sm:flex-wrap print:hidden"
      >
        <SelectField
          label="Time range"
          name="range"
          defaultValue={state.range}
          onChange={(event) => setChoice({ of: state.range, range: event.currentTarget.value })}
          className="min-w-0 sm:w-48"
        >
          {ranges.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {choice.range === 'custom'
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
        {children}
        {/* Aligned with the fields, whose labels are above them. */}
        <Button type="submit" rank="secondary" className="max-sm:col-span-full sm:mt-7.5">
          Apply
        </Button>
      </Form>
    </search>
  );
}

/** After Apply, moves to the invalid date. The first page of a visit starts at its top. */
function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, field: 'from' | 'to' | null): void {
  const { key } = useLocation();
  useEffect(() => {
    if (field === null || key === 'default') return;
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [form, field, key]);
}
