/** Renders the choice of a product's type among the known ones. New types come from the Type column of an import. */
import type { ReactNode } from 'react';
import { shippedTypes } from '#core/goods/catalogue/products/product-fields.ts';
import { productTypeLabel } from '#core/goods/catalogue/search/strain.ts';
import { SelectField } from '#ui/field.tsx';

type Props = {
  /** `productType` by default. */
  name?: string;
  label: string;
  defaultValue: string | undefined;
  errors: readonly string[] | undefined;
  hint: string;
  /** The types of the store's products. */
  types: readonly string[];
  /** An option before the types. */
  children?: ReactNode;
};

export function ProductTypeField({ name = 'productType', types, children, ...field }: Props) {
  const known = [...new Set([...shippedTypes, ...types])];
  const typed = field.defaultValue;
  return (
    <SelectField {...field} name={name}>
      {children}
      {(typed && !known.includes(typed) ? [...known, typed] : known).map((type) => (
        <option key={type} value={type}>
          {productTypeLabel(type)}
        </option>
      ))}
    </SelectField>
  );
}
