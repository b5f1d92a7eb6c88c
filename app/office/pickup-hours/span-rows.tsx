/**
 * Renders the times of one day: from, to, and more spans in a disclosure. Works without scripts; empty rows do not
 * count.
 */
import { controlClass } from '#ui/field.tsx';
import { useFieldId } from '#ui/form/field-id.ts';
import { MOST_SPANS, spanFields } from './span-fields.ts';

type Texts = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
};

export function SpanRows({ prefix, day, ...texts }: Texts & { prefix: string; day: string }) {
  const rows = Array.from({ length: MOST_SPANS }, (_, row) => row);
  const isUsed = (row: number) => {
    const { opens, closes } = spanFields(prefix, row);
    return [opens, closes].some((field) => texts.values[field] || texts.errors[field]);
  };
  const further = rows.slice(1);
  return (
    <div className="min-w-0">
      <Row prefix={prefix} row={0} day={day} {...texts} />
      <details open={further.some(isUsed) || undefined} className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
          More time ranges<span className="sr-only"> {day}</span>
        </summary>
        <div className="mt-1 space-y-3">
          {further.map((row) => (
            <Row key={row} prefix={prefix} row={row} day={day} {...texts} />
          ))}
        </div>
      </details>
    </div>
  );
}

function Row({ prefix, row, day, values, errors }: Texts & { prefix: string; row: number; day: string }) {
  const { opens, closes } = spanFields(prefix, row);
  const error = errors[opens]?.[0] ?? errors[closes]?.[0];
  const which = row === 0 ? '' : row === 1 ? ' (second time range)' : ' (third time range)';
  const shared = { values, errors, describedBy: error ? `${prefix}-${row}-error` : undefined };
  return (
    <div>
      <div className="flex flex-wrap items-end gap-3">
        <Time name={opens} label="Opens" more={` ${day}${which}`} {...shared} />
        <Time name={closes} label="Closes" more={` ${day}${which}`} {...shared} />
      </div>
      {error ? (
        <p id={`${prefix}-${row}-error`} className="mt-1.5 text-sm font-medium text-clay-700">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function Time({
  name,
  label,
  more,
  values,
  errors,
  describedBy,
}: Texts & { name: string; label: string; more: string; describedBy: string | undefined }) {
  const id = useFieldId(undefined, name);
  return (
    <div className="w-[10rem] max-w-full">
      <label htmlFor={id} className="mb-1 block text-xs font-medium">
        {label}
        <span className="sr-only">{more}</span>
      </label>
      <input
        type="time"
        id={id}
        name={name}
        defaultValue={values[name]}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={describedBy}
        className={controlClass}
      />
    </div>
  );
}
