/**
 * A list's filters in one line, from its schema: a GET form, so that it works without scripts and ends up in the
 * URL. The command 'list.search' leads to the first of them.
 */
import { useRef } from 'react';
import { Form, Link } from 'react-router';
import type { Filter, List, ListState } from '#kernel/list-state.ts';
import { Button } from '../button.tsx';
import { useCommandHandlers } from '../commands/command-keys.tsx';
import { Field, SelectField } from '../field.tsx';

export function FilterBar<F extends string, S extends string>({
  list,
  state,
}: {
  list: List<F, S>;
  state: ListState<F, S>;
}) {
  const names = Object.keys(list.filters) as F[];
  const plain = list.query(state, {
    filters: Object.fromEntries(names.map((name) => [name, null])) as Record<F, null>,
  });
  const search = useRef<HTMLElement>(null);
  useCommandHandlers({
    'list.search': () => search.current?.querySelector<HTMLElement>('input, select')?.focus(),
  });
  return (
    <search ref={search}>
      {/* A new key per state: going back must show the filters that are in force. */}
      <Form
        key={list.query(state)}
        method="get"
        noValidate
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
        aria-label="Filters"
      >
        {state.sort === list.defaultSort ? null : <input type="hidden" name="sort" value={state.sort} />}
        {names
          .filter((name) => !list.filters[name].byLink || state.filters[name])
          .map((name) => (
            <FilterField
              key={name}
              name={name}
              filter={list.filters[name]}
              value={state.filters[name] ?? ''}
            />
          ))}
        <Button type="submit" rank="secondary">
          Apply
        </Button>
        {list.isFiltered(state) ? (
          <Link
            to={`?${plain}`}
            className="inline-flex min-h-11 items-center px-2 text-spruce-700 underline underline-offset-4"
          >
            Clear filters
          </Link>
        ) : null}
      </Form>
    </search>
  );
}

function FilterField({ name, filter, value }: { name: string; filter: Filter; value: string }) {
  if (filter.kind === 'choice')
    return (
      <SelectField
        label={filter.label}
        name={name}
        defaultValue={value}
        className="min-w-0 sm:w-32 sm:max-w-48 sm:grow"
      >
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
      // A filter is never asked for: the label needs no '(optional)'.
      required
      type={filter.kind === 'date' ? 'date' : 'search'}
      maxLength={filter.kind === 'text' ? 100 : undefined}
      defaultValue={value}
      className={
        filter.kind === 'date' ? 'min-w-0 sm:w-40' : 'max-sm:col-span-2 sm:min-w-44 sm:max-w-80 sm:flex-1'
      }
    />
  );
}
