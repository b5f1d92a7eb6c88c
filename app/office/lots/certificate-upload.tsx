/** Renders the upload of a lot's lab certificate. */
import { FileUpload } from '#office/kit/file-upload.tsx';
import type { ProductLot } from './product-lots-queries.server.ts';

export function CertificateUpload({
  productId,
  lot,
}: {
  productId: number;
  lot: Pick<ProductLot, 'id' | 'batchNumber'>;
}) {
  return (
    <FileUpload
      action={`/admin/lot-certificates?product=${productId}`}
      field="certificate"
      label={`Certificate of analysis for batch ${lot.batchNumber}`}
      hint="PDF, up to 5 MB. Shoppers can open it from the product page."
      accept="application/pdf"
      submit="Upload"
    >
      <input type="hidden" name="lotId" value={lot.id} />
    </FileUpload>
  );
}
