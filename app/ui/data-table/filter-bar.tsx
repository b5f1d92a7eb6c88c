/**
 * Renders a list's filters in one line, from its schema: a GET form, so that it works without scripts and its state is
 * in the URL. A choice or a date acts as soon as it is made; the button is for the other fields, and for browsers
 * without scripts. Below the line each active filter is a chip that removes it. The command 'list.search' focuses the
 * first filter.
 */
import { useRef } from 'react';
import { Form } from 'react-router';
import type { Filter, List, ListState } from '#kernel/list-state.ts';
import { Button } from '../button.tsx';
import { useCommandHandlers } from '../commands/command-keys.tsx';
import { Field, SelectField } from '../field.tsx';
import { useSentValues } from '../form/use-sent-values.ts';
import { FilterChips } from './filter-chips.tsx';

/**
 * The grid by number of fields: one line if they fit, otherwise two full lines, so that no field is alone on a line.
 * The last column is for the button.
 */
const columns: Readonly<Record<number, string>> = {
  1: 'sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start',
  2: 'sm:grid-cols-[minmax(0,20rem)_minmax(0,15rem)_auto] sm:justify-start',
  3: 'sm:grid-cols-2 md:grid-cols-[minmax(0,20rem)_repeat(2,minmax(0,15rem))_auto] md:justify-start',
  4: 'sm:grid-cols-3 xl:grid-cols-[minmax(0,26rem)_repeat(3,minmax(0,12rem))_auto] xl:justify-start',
  5: 'sm:grid-cols-3 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]',
  6: 'sm:grid-cols-3 md:grid-cols-4 min-[90rem]:grid-cols-[repeat(6,minmax(0,1fr))_auto]',
};
/** The same where the first field is not for words, which need more room than a choice or a date. */
const evenColumns: typeof columns = {
  ...columns,
  2: 'sm:grid-cols-[repeat(2,minmax(0,15rem))_auto] sm:justify-start',
  3: 'sm:grid-cols-2 md:grid-cols-[repeat(3,minmax(0,15rem))_auto] md:justify-start',
  4: 'sm:grid-cols-3 xl:grid-cols-[repeat(4,minmax(0,15rem))_auto] xl:justify-start',
};
const MANY_COLUMNS = 'sm:grid-cols-3 md:grid-cols-4';

export function FilterBar<F extends string, S extends string>({
  list,
  state,
}: {
  list: List<F, S>;
  state: ListState<F, S>;
}) {
  const names = Object.keys(list.filters) as F[];
  const search = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const shown = names.filter(
    (name) => !list.filters[name].inTabs && (!list.filters[name].byLink || state.filters[name]),
  );
  const tabs = names.filter((name) => list.filters[name].inTabs && state.filters[name]);
  const first = shown[0];
  const byCount = first && list.filters[first].kind !== 'text' ? evenColumns : columns;
  const hasButton = shown.some((name) => list.filters[name].kind !== 'choice');
  useSentValues(form, Object.fromEntries(shown.map((name) => [name, state.filters[name] ?? ''])));
  useCommandHandlers({
    'list.search': () => search.current?.querySelector<HTMLElement>('input, select')?.focus(),
  });
  return (
    <search ref={search}>
      <Form
        ref={form}
        method="get"
        noValidate
        preventScrollReset={!hasButton}
        onChange={({ target, currentTarget }) => {
          if (target instanceof HTMLSelectElement || isWholeDate(target)) currentTarget.requestSubmit();
        }}
        className={`grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-end gap-3 ${byCount[shown.length] ?? MANY_COLUMNS}`}
        aria-label="Filters"
      >
        {state.sort === list.defaultSort ? null : <input type="hidden" name="sort" value={state.sort} />}
        {tabs.map((name) => (
          <input key={name} type="hidden" name={name} value={state.filters[name]} />
        ))}
        {shown.map((name) => (
          <FilterField key={name} name={name} filter={list.filters[name]} value={state.filters[name] ?? ''} />
        ))}
        <Button
          type="submit"
          rank="secondary"
          className={
            hasButton ? 'justify-self-start' : 'hidden noscript:inline-flex noscript:justify-self-start'
          }
        >
          Apply
        </Button>
      </Form>
      <FilterChips list={list} state={state} />
    </search>
  );
}

/** Whether a date was chosen or cleared. While a year is typed it is 0002, 0020, 0202. */
function isWholeDate(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement) || target.type !== 'date') return false;
  return target.value === '' ? !target.validity.badInput : target.value >= '2000';
}

/** A field that filters has a ground of its own, so that people see what the list leaves out. */
function FilterField({ name, filter, value }: { name: string; filter: Filter; value: string }) {
  const look = value === '' ? 'min-w-0' : 'min-w-0 filtering';
  if (filter.kind === 'choice')
    return (
      <SelectField label={filter.label} name={name} defaultValue={value} className={look}>
        <option value="">{filter.all}</option>
        {filter.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    );
  return (
    <Field
      label={filter.label}
      name={name}
      // A filter is never required, so the label needs no '(optional)'.
      required
      type={filter.kind === 'date' ? 'date' : 'search'}
      maxLength={filter.kind === 'text' ? 100 : undefined}
      placeholder={filter.kind === 'text' ? filter.hint : undefined}
      defaultValue={value}
      className={filter.kind === 'text' ? `${look} max-sm:col-span-full` : look}
    />
  );
}
