import type { FormEvent, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TaxClassFollowsType } from './tax-class-follows-type.tsx';

/** As much of a browser's select as the component reads. */
class Select {
  name: string;
  value: string;
  form: { elements: { namedItem: (name: string) => Select | null } } | null = null;
  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }
}

beforeEach(() => void vi.stubGlobal('HTMLSelectElement', Select));
afterEach(() => void vi.unstubAllGlobals());

type Rendered = ReactElement<{ onChange: (event: FormEvent<HTMLDivElement>) => void }>;

/** A form of a product of this type and class, with what staff choose in it. */
function aForm(productType: string, taxClass: string) {
  const selects = [new Select('productType', productType), new Select('taxClass', taxClass)];
  const named = (name: string) => selects.find((select) => select.name === name) ?? null;
  for (const select of selects) select.form = { elements: { namedItem: named } };
  let rendered: Rendered | undefined;
  function Rendering() {
    rendered = TaxClassFollowsType({ productType, children: null }) as Rendered;
    return rendered;
  }
  renderToStaticMarkup(<Rendering />);
  return {
    choose(name: string, value: string) {
      const target = named(name);
      if (target) target.value = value;
      rendered?.props.onChange({ target } as unknown as FormEvent<HTMLDivElement>);
    },
    taxClass: () => named('taxClass')?.value,
  };
}

test('the tax class shown follows the type, one change after the other', () => {
  const form = aForm('merchandise', 'merchandise');
  form.choose('productType', 'apparel');
  expect(form.taxClass()).toBe('clothing');
  form.choose('productType', 'food');
  expect(form.taxClass()).toBe('food');
});

test('a tax class that staff chose stays, whatever type they choose after it', () => {
  const form = aForm('merchandise', 'merchandise');
  form.choose('taxClass', 'clothing');
  form.choose('productType', 'apparel');
  form.choose('productType', 'food');
  expect(form.taxClass()).toBe('clothing');
});
