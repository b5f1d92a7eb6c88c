/** Renders what is known of the state's file of a day, and its upload. */
import { formatNumber } from '#kernel/number.ts';
import { FileUpload } from '#office/kit/file-upload.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ShownDay } from './present-day.ts';

export function StateFilePanel({ day, formKey, shown }: { day: string; formKey: string; shown: ShownDay }) {
  const { file, uncompared } = shown;
  return (
    <div className="mb-8 max-w-3xl">
      {file ? (
        <p>
          {file.isRead ? 'Read from the state’s system' : 'The state’s file'}: {formatNumber(file.packages)}{' '}
          {file.packages === 1 ? 'package' : 'packages'}, {file.isRead ? '' : 'uploaded '}
          {file.at}
          {file.by === '' ? '' : ` by ${file.by}`}.
          {uncompared > 0
            ? ` ${formatNumber(uncompared)} ${uncompared === 1 ? 'is' : 'are'} not counted in units, and not compared.`
            : null}
        </p>
      ) : (
        <Notice title="No file from the state for this day.">
          Shelf and ledger are compared. Upload the state’s file, or compare under State Tracking, to compare
          all three.
        </Notice>
      )}
      <details className="mt-2 print:hidden" open={file === null}>
        <summary className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
          {file ? 'Upload a newer file' : 'Upload the state’s file'}
        </summary>
        <div className="mt-2">
          <FileUpload
            action={`/admin/state-files?day=${day}`}
            field="file"
            label="Active packages from Metrc, as CSV"
            hint="Columns: Tag, Item, Quantity, Unit of Measure. Up to 5 MB. If one row is wrong, the whole file is refused."
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            submit="Upload file"
          >
            <input type="hidden" name="day" value={day} />
            <input type="hidden" name="key" value={formKey} />
          </FileUpload>
        </div>
      </details>
    </div>
  );
}
