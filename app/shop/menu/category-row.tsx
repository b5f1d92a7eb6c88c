/**
 * Renders the categories as a quiet row of links. Below 64rem it is one line that scrolls and stays in view, with the
 * filters at its start.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';

type Category = { slug: string; name: string };

export function CategoryRow({
  categories,
  chosen,
  children,
}: {
  categories: readonly Category[];
  /** The slug of the category that the page shows. */
  chosen: string | null;
  /** The button of the filters. */
  children: ReactNode;
}) {
  return (
    <div className="category-row">
      {children}
      <nav aria-label="Categories">
        <CachedPart
          as="ul"
          name="categories"
          part={Categories}
          by={{ categories: categories.map(({ slug, name }) => ({ slug, name })), chosen }}
        />
      </nav>
    </div>
  );
}

/** On a category's page the first link leads back to all of them. */
function Categories({ categories, chosen }: { categories: readonly Category[]; chosen: string | null }) {
  return (
    <>
      {chosen === null ? null : (
        <li>
          <Link to="/products">All</Link>
        </li>
      )}
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <Link
            to={`/products?category=${encodeURIComponent(slug)}`}
            aria-current={slug === chosen ? 'page' : undefined}
          >
            {name}
          </Link>
        </li>
      ))}
    </>
  );
}
