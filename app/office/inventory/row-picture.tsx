/** Renders the picture of an inventory row, and its upload, which is collapsed until staff change it. */
import { FileUpload } from '#office/kit/file-upload.tsx';

export function RowPicture({ id, name, picture }: { id: number; name: string; picture: string | null }) {
  return (
    <div className="flex items-start gap-2 md:flex-col md:gap-0 min-[90rem]:flex-row min-[90rem]:gap-2 min-[90rem]:min-w-24">
      {picture ? (
        <img
          src={picture}
          alt=""
          width={32}
          height={40}
          loading="lazy"
          className="h-10 w-8 max-w-none shrink-0 rounded bg-cream object-contain"
        />
      ) : (
        <span className="grid h-10 w-8 place-items-center rounded bg-cream text-xs text-ink-soft">none</span>
      )}
      <details
        className="md:relative"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !event.currentTarget.open) return;
          event.stopPropagation();
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }}
      >
        <summary className="-my-1 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
          {picture ? 'Change' : 'Add'}
          <span className="sr-only"> the image of {name}</span>
        </summary>
        <div className="mt-2 w-64 text-left whitespace-normal md:absolute md:top-full md:left-0 md:z-3 md:rounded-surface md:bg-surface md:p-4 md:shadow-lg md:inset-ring md:inset-ring-line">
          <FileUpload
            action={`/admin/product-pictures?product=${id}&place=row`}
            field="picture"
            label="Image"
            hint="JPEG or PNG, up to 500 KB and 400 × 600 px."
            accept="image/jpeg,image/png"
            submit="Upload"
          />
        </div>
      </details>
    </div>
  );
}
