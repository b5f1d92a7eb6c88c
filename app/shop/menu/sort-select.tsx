/** Renders the choice of the order: beside the search, and on phones among the filters. */
import type { ComponentProps } from 'react';
import {
  type CatalogueFilter,
  chosenSort,
  isWholeMenu,
  type Sort,
} from '#core/goods/catalogue/catalogue-filter.ts';
import { Select } from '#ui/field.tsx';

const sortLabels: readonly [Sort, string][] = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['gram', 'Price per gram, low to high'],
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
];

export function SortSelect({
  filter,
  ...rest
}: Omit<ComponentProps<typeof Select>, 'name' | 'defaultValue' | 'children'> & {
  /** What narrows the list. */
  filter: CatalogueFilter;
}) {
  // The order without a choice; in a filtered list that is A to Z.
  const first = filter.q !== '' ? 'Best match' : isWholeMenu(filter) ? 'By category' : null;
  return (
    <Select name="sort" defaultValue={chosenSort(filter)} {...rest}>
      {first ? <option value="">{first}</option> : null}
      {sortLabels.map(([sort, label]) => (
        <option key={sort} value={sort === 'name' && first === null ? '' : sort}>
          {label}
        </option>
      ))}
    </Select>
  );
}
