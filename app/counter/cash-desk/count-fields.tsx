/** Renders the fields of counted cash: how many there are of each bill and coin, or the total alone. */
import { useRef } from 'react';
import { pieces, piecesField, sumOfPieces } from '#core/sales/cash-desk/cash-count.ts';
import { Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

type Props = {
  refusal: FormRefusal | undefined;
  label: string;
  hint: string;
  /** Cents that are filled in; none without it. */
  proposed?: number | undefined;
  /** Whether the bills and coins are in sight at once. */
  isOpen?: boolean;
};

export function CountFields({ refusal, label, hint, proposed, isOpen = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { values = {}, errors = {} } = refusal ?? {};
  const hasPieces = pieces.some(({ value }) => values[piecesField(value)] || errors[piecesField(value)]);
  const add = () => {
    const inputOf = (name: string) =>
      box.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
    const total = inputOf('amount');
    if (total) total.value = (sumOfPieces((name) => inputOf(name)?.value ?? '') / 100).toFixed(2);
  };
  return (
    <div ref={box} className="flex flex-col gap-4">
      <details open={isOpen || hasPieces || undefined}>
        <summary className="inline-flex min-h-12 cursor-pointer items-center font-medium text-spruce-700">
          By bills and coins
        </summary>
        <div
          className="mt-1 grid grid-flow-col grid-cols-2 grid-rows-5 gap-x-4 gap-y-3 sm:gap-x-8"
          onInput={add}
        >
          {pieces.map(({ value, label: name }) => (
            <Pieces
              key={value}
              field={piecesField(value)}
              name={name}
              typed={values[piecesField(value)]}
              error={errors[piecesField(value)]?.[0]}
            />
          ))}
        </div>
      </details>
      <Field
        label={label}
        hint={hint}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={values.amount ?? (proposed === undefined ? undefined : (proposed / 100).toFixed(2))}
        errors={errors.amount}
        className="[&_input]:min-h-14 [&_input]:text-xl"
      />
    </div>
  );
}

function Pieces({
  field,
  name,
  typed,
  error,
}: {
  field: string;
  name: string;
  typed: string | undefined;
  error: string | undefined;
}) {
  return (
    <Field
      label={<span className="figures">{name}</span>}
      name={field}
      required
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      defaultValue={typed}
      errors={error ? [error] : undefined}
      className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center [&_input]:min-h-12 [&_label]:mb-0 [&_p]:col-span-2"
    />
  );
}
