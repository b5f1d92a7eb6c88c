/** Renders the notice to the state as a draft to copy, and the files of a recall. */
import { Panel } from '#office/kit/panel.tsx';
import { buttonClass } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { Download } from '#ui/icons.ts';

export function RecallFiles({ id, notice, mayExport }: { id: string; notice: string; mayExport: boolean }) {
  return (
    <Panel title="Notice to the state" className="mt-10 max-w-3xl">
      <TextAreaField
        label="Draft"
        name="notice"
        readOnly
        required
        rows={14}
        value={notice}
        hint="Copy it, check it and send it yourself. Nothing is sent from here."
      />
      {mayExport ? (
        <p className="mt-4 flex flex-wrap gap-3 print:hidden">
          {(['export', 'pdf'] as const).map((file) => (
            // No download attribute: users who have to sign in again are redirected to a page.
            <a
              key={file}
              href={`/admin/recalls/${id}/${file}`}
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Download aria-hidden="true" className="size-4" />
              {file === 'pdf' ? 'PDF of everything' : 'CSV of every sale'}
            </a>
          ))}
        </p>
      ) : null}
    </Panel>
  );
}
