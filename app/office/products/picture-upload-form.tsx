/** Renders the upload of a product picture. */
import { FileUpload } from '../kit/file-upload.tsx';

export function PictureUpload({ productId }: { productId: number }) {
  return (
    <FileUpload
      action={`/admin/product-pictures?product=${productId}`}
      field="picture"
      label="Add a picture"
      hint="JPEG, PNG or WebP, up to 40 MB. We resize it but never crop it."
      accept="image/jpeg,image/png,image/webp"
      submit="Upload"
    >
      <label className="text-sm">
        <span className="mb-1 block font-medium">
          Alternative text <span className="font-normal text-ink-soft">(optional)</span>
        </span>
        <input
          name="alt"
          maxLength={200}
          className="block min-h-11 w-full rounded-control bg-surface px-3.5 py-2 inset-ring inset-ring-ink/35"
        />
      </label>
    </FileUpload>
  );
}
