/** Renders the head of Edit Product: name, links, and a notice when the product is archived. */
import { Form } from 'react-router';
import { WhoBought } from '#office/kit/who-bought.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function ProductHead({
  product,
  path,
}: {
  product: { id: number; name: string; isArchived: boolean };
  path: string;
}) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl">Edit Product</h1>
          <p className="mt-1 text-ink-soft">{product.name}</p>
          <WhoBought of="product" id={product.id} />
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`${path}/preview`} rank="secondary" size="small" className="min-h-11">
            Preview
          </ButtonLink>
          <ButtonLink
            to={`/admin/products/new?from=${product.id}`}
            rank="secondary"
            size="small"
            className="min-h-11"
          >
            Duplicate
          </ButtonLink>
          <ButtonLink to={`${path}/lots`} rank="secondary" size="small" className="min-h-11">
            Lots and stock
          </ButtonLink>
          <ButtonLink to={`${path}/prices`} rank="secondary" size="small" className="min-h-11">
            Prices
          </ButtonLink>
        </div>
      </div>
      {product.isArchived ? (
        <Notice tone="caution" title="This product is archived. Shoppers do not see it." className="mb-6">
          <Form method="post" className="mt-2">
            <input type="hidden" name="intent" value="restore" />
            <Button type="submit" rank="secondary" size="small" className="min-h-11">
              Restore
            </Button>
          </Form>
        </Notice>
      ) : null}
    </>
  );
}

export function ProductUnavailable() {
  return (
    <div className="max-w-4xl" data-error>
      <h1 className="mb-2 text-2xl">Failed to load product</h1>
      <p className="mb-4 text-ink-soft">Nothing was changed. Reload the page to try again.</p>
      <ButtonLink to="/admin/inventory" rank="secondary">
        Back to inventory
      </ButtonLink>
    </div>
  );
}
