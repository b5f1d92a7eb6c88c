/**
 * Renders a form that edits a record: errors summarized on top and beside their fields, with focus on them, a warning
 * before leaving unsaved changes, and a refusal to overwrite what someone else saved in between.
 *
 * ```tsx
 * <SaveForm refusal={actionData} version={order.version} base={{ note: order.note }}>
 *   <Field label="Note" name="note" defaultValue={values.note} errors={errors.note} />
 *   <Button type="submit" busy={busy} busyText="Saving…">Save changes</Button>
 * </SaveForm>
 * ```
 * The action reads `version` and `base` (`readBase`), compares them under a lock, answers `stale` if the stored version
 * differs, and returns both (`readBegan`) with every refusal.
 */
import { useRef } from 'react';
import { Notice } from '../notice.tsx';
import { CheckedForm, type CheckedFormProps } from './checked-form.tsx';
import type { StaleSave } from './refusal.ts';
import { type StaysAt, useUnsavedChanges } from './use-unsaved-changes.tsx';

type Props = Omit<CheckedFormProps, 'formRef' | 'focus'> & {
  /** The version of the record that the form shows. */
  version: number;
  /** The values the form started with, by field name. */
  base: Readonly<Record<string, string>>;
  /** For a form that exists only at some addresses of its path. */
  staysAt?: StaysAt;
};

export function SaveForm({ refusal, version, base, staysAt, children, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const leaving = useUnsavedChanges(form, refusal !== undefined, staysAt);
  // A stale save resets the starting values to what is stored now; any other refusal leaves them unchanged.
  const stored = { version: refusal?.stale?.version ?? version, base };
  const began = refusal?.stale ? stored : (refusal?.began ?? stored);

  return (
    <>
      <CheckedForm {...rest} refusal={refusal} formRef={form} focus="summary">
        <input type="hidden" name="version" value={began.version} />
        <input type="hidden" name="base" value={JSON.stringify(began.base)} />
        {refusal?.stale ? <Stale stale={refusal.stale} form={form} /> : null}
        {children}
      </CheckedForm>
      {leaving}
    </>
  );
}

/** Shows what someone else changed, and both choices: take over their values field by field, or overwrite them. */
function Stale({ stale, form }: { stale: StaleSave; form: React.RefObject<HTMLFormElement | null> }) {
  const take = (field: string, value: string) => {
    const control = form.current?.elements.namedItem(field);
    if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    ) {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
      control.focus();
    }
  };
  return (
    <Notice
      tone="caution"
      title="Not saved: someone else saved changes. Review them first."
      tabIndex={-1}
      data-summary
      className="outline-none"
    >
      <p className="mt-1">
        Your entries are still below. Save again to use them, or use the saved value for each field.
      </p>
      {stale.changes.length > 0 ? (
        <div className="relative mt-3 overflow-x-auto">
          <table className="w-full max-w-2xl text-left">
            <thead className="text-xs text-ink-soft">
              <tr>
                <th scope="col" className="py-1 pr-4">
                  Field
                </th>
                <th scope="col" className="py-1 pr-4">
                  Saved now
                </th>
                <th scope="col" className="py-1 pr-4">
                  Yours
                </th>
                <th scope="col" className="py-1">
                  <span className="sr-only">Choose</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {stale.changes.map((change) => (
                <tr key={change.field} className="border-t border-line">
                  <th scope="row" className="py-1.5 pr-4 font-medium">
                    {change.label}
                  </th>
                  <td className="py-1.5 pr-4">{(change.theirsText ?? change.theirs) || 'empty'}</td>
                  <td className="py-1.5 pr-4">{(change.mineText ?? change.mine) || 'empty'}</td>
                  <td className="py-1.5">
                    <button
                      type="button"
                      className="min-h-11 rounded-control px-2 text-spruce-700 underline underline-offset-4"
                      onClick={() => take(change.field, change.theirs)}
                    >
                      Take saved<span className="sr-only"> {change.label}</span>
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </Notice>
  );
}
