/** Renders the categories as a quiet row of links: below 64rem one line that scrolls and stays in view. */
import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';

type Category = { slug: string; name: string };

export function CategoryRow({
  categories,
  chosen,
}: {
  categories: readonly Category[];
  /** The slug of the category that the page shows. */
  chosen: string | null;
}) {
  return (
    <nav aria-label="Categories" className="category-row">
      <CachedPart
        as="ul"
        name="categories"
        part={Categories}
        by={{ categories: categories.map(({ slug, name }) => ({ slug, name })), chosen }}
      />
    </nav>
  );
}

function Categories({ categories, chosen }: { categories: readonly Category[]; chosen: string | null }) {
  return categories.map(({ slug, name }) => (
    <li key={slug}>
      <Link
        to={`/products?category=${encodeURIComponent(slug)}`}
        aria-current={slug === chosen ? 'page' : undefined}
      >
        {name}
      </Link>
    </li>
  ));
}
