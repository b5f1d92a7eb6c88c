/** Renders what an off-sale product lacks to go on sale, each with a link to the field. */
import { Link } from 'react-router';
import { useErrorHref } from '#ui/form/field-id.ts';
import { Notice } from '#ui/notice.tsx';
import type { MissingForSale } from './missing-for-sale.ts';

const link = 'py-1 underline underline-offset-4 max-lg:py-3';

/** Belongs inside the product's form, whose fields it links to. */
export function BeforeSale({ missing, lotsPath }: { missing: readonly MissingForSale[]; lotsPath: string }) {
  const hrefOf = useErrorHref();
  if (missing.length === 0) return null;
  return (
    <Notice tone="info" title="Off sale. Before it goes on sale:">
      <ul className="list-disc pl-5" data-field-links>
        {missing.map(({ field, message }) => (
          <li key={field} className="py-1 max-lg:py-3">
            {field === 'lot' ? (
              <Link to={lotsPath} className={link}>
                {message}
              </Link>
            ) : (
              <a href={hrefOf(field)} className={link}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
