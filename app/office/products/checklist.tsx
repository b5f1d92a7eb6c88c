/** Renders the go-to-sale checklist of a product: what is open, each with a link to its place, and what is done. */
import { Link } from 'react-router';
import { type LimitProposal, proposalText } from '#core/goods/catalogue/products/limit-proposal.ts';
import { Button } from '#ui/button.tsx';
import { useErrorHref } from '#ui/form/field-id.ts';
import { Check } from '#ui/icons.ts';
import { Notice } from '#ui/notice.tsx';
import type { ChecklistItem } from './sale-checklist.ts';

const link = 'py-1 underline underline-offset-4 max-lg:py-3';

const titles = {
  offSale: 'Go-to-sale checklist: off sale',
  ready: 'Ready for sale: set For Sale to Yes',
  onSale: 'For sale, but no one can buy it yet',
  recommended: 'For sale',
};

type Props = {
  items: readonly ChecklistItem[];
  forSale: boolean;
  /** What the product counts as by its category and size; null if it says that itself. */
  proposal: LimitProposal | null;
  path: string;
};

/** Belongs inside the product's form, whose fields it links to and whose values the proposal is saved with. */
export function Checklist({ items, forSale, proposal, path }: Props) {
  const hrefOf = useErrorHref();
  const open = items.filter(({ isDone }) => !isDone);
  const done = items.filter(({ isDone }) => isDone);
  if (forSale && open.length === 0) return null;
  const isReady = !open.some(({ isNeeded }) => isNeeded);
  const title = forSale ? titles[isReady ? 'recommended' : 'onSale'] : titles[isReady ? 'ready' : 'offSale'];
  return (
    <Notice tone="info" title={title}>
      <ul className="list-disc pl-5 max-[16em]:list-inside max-[16em]:pl-0" data-field-links>
        {open.map(({ where, label, message, isNeeded }) => (
          <li key={label} className="py-1 max-lg:py-3">
            {typeof where === 'object' && 'field' in where ? (
              <a href={hrefOf(where.field)} className={link}>
                {message}
              </a>
            ) : where === 'picture' ? (
              <a href={hrefOf('picture')} className={link}>
                {message}
              </a>
            ) : (
              <Link to={where === 'lots' ? `${path}/lots` : `/admin/lots/${where.lot}`} className={link}>
                {message}
              </Link>
            )}
            {isNeeded ? null : <span className="text-ink-soft"> Recommended.</span>}
          </li>
        ))}
      </ul>
      {proposal?.limitCategory ? (
        <>
          {/* Enter in a field presses the form's first button, which must not be the proposal's. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
          <Button type="submit" name="fill" value="1" rank="secondary" size="small" className="mt-2 min-h-11">
            Count as {proposalText(proposal)} (from category and size)
          </Button>
        </>
      ) : null}
      {done.length > 0 ? (
        <p className="mt-2 flex items-center gap-1.5 text-ink-soft">
          <Check aria-hidden="true" className="size-4 shrink-0" />
          Done: {done.map(({ label }) => label).join(', ')}
        </p>
      ) : null}
    </Notice>
  );
}
