/** Shows the tax class that follows from the product's type while staff choose the type, until they choose a class. */
import { type FormEvent, type ReactNode, useRef } from 'react';
import { type TaxClass, taxClasses } from '#core/goods/catalogue/products/product-fields.ts';
import { taxClassAfter } from '#core/goods/catalogue/products/tax-class-proposal.ts';

/** Tells the server that staff saw the class follow the type, so that it saves the class as sent. */
export const TAX_CLASS_SHOWN = 'taxClassShown';

/** @param productType the type that the form starts with. */
export function TaxClassFollowsType({ productType, children }: { productType: string; children: ReactNode }) {
  const type = useRef(productType);
  const isChosen = useRef(false);
  const shown = useRef<HTMLInputElement>(null);
  const follow = ({ target }: FormEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.name === 'taxClass') isChosen.current = true;
    if (target.name !== 'productType') return;
    const select = target.form?.elements.namedItem('taxClass');
    const taxClass = taxClasses.find(
      (each: TaxClass) => select instanceof HTMLSelectElement && each === select.value,
    );
    if (!isChosen.current && taxClass && select instanceof HTMLSelectElement)
      select.value = taxClassAfter({ productType: type.current, taxClass }, target.value);
    type.current = target.value;
    if (shown.current) shown.current.value = 'yes';
  };
  return (
    <div onChange={follow} className="contents">
      <input ref={shown} type="hidden" name={TAX_CLASS_SHOWN} defaultValue="" />
      {children}
    </div>
  );
}
