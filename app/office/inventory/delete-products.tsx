/** Renders which products will be deleted and which archived, and the button that does it. */
import { Form, useNavigation } from 'react-router';
import { productCount } from '#core/goods/catalogue/products/bulk-change.ts';
import type { DeletePreview } from '#core/goods/catalogue/products/delete-products.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { type Carried, CarriedFields, Removed } from './bulk-selection.tsx';

export function DeleteProducts({
  carried,
  preview,
  mayDelete,
  back,
}: {
  carried: Carried;
  preview: DeletePreview;
  mayDelete: boolean;
  back: string;
}) {
  const busy = useNavigation().formData?.get('intent');
  return (
    <Form method="post" className="flex flex-col gap-6">
      <CarriedFields {...carried} />
      <input type="hidden" name="fingerprint" value={preview.fingerprint} />
      <Removed title={`${productCount(preview.deleted.length)} will be deleted`} names={preview.deleted}>
        These were never sold or stocked.
      </Removed>
      <Removed title={`${productCount(preview.archived.length)} will be archived`} names={preview.archived}>
        These come off the menu and the list. Their lots, orders and history stay.
      </Removed>
      <div className="flex flex-wrap gap-3">
        {mayDelete ? (
          <Button
            type="submit"
            name="intent"
            value="delete-now"
            rank="danger"
            busy={busy === 'delete-now'}
            busyText="Deleting…"
          >
            Delete
          </Button>
        ) : null}
        <ButtonLink to={back} rank="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
