/** Renders Import CSV, above the list of products. */
import { Link } from 'react-router';
import { ImportPanel } from '#office/imports/import-panel.tsx';

export function ImportFold() {
  return (
    <details className="mb-5 rounded-surface bg-cream px-4">
      <summary className="min-h-11 py-3 font-medium">Import CSV</summary>
      <div className="pb-4">
        <ImportPanel />
        <Link
          to="/admin/inventory/import"
          className="mt-1 inline-flex min-h-11 items-center text-sm text-spruce-700 underline underline-offset-4"
        >
          File format and recent uploads
        </Link>
      </div>
    </details>
  );
}
