/**
 * A form whose entries are checked by its action: what was refused is summed up on top with links to the fields,
 * stands beside each field, and takes the focus.
 *
 * ```tsx
 * <CheckedForm refusal={actionData} className="flex flex-col gap-5">
 *   <Field label="Email" name="email" required defaultValue={actionData?.values.email} errors={actionData?.errors.email} />
 *   <Button type="submit" busy={busy} busyText="Sending…">Send the link</Button>
 * </CheckedForm>
 * ```
 * The action answers `readForm(…).refused()`. Children are spaced by a gap, the summary is the first of them.
 * A form that edits a record is a `SaveForm`.
 */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Form, type FormProps } from 'react-router';
import { ErrorSummary } from './error-summary.tsx';
import { FieldIdPrefix } from './field-id.ts';
import type { FormRefusal } from './refusal.ts';

export type CheckedFormProps = Omit<FormProps, 'method' | 'children'> & {
  refusal: FormRefusal | undefined;
  children: ReactNode;
  /** Tells the ids of two forms on one page apart. */
  idPrefix?: string;
  /** What takes the focus after a refusal: the first field to correct (if there is none, the summary), or the summary. */
  focus?: 'field' | 'summary';
  /** Below the errors in the summary: ways on. */
  ways?: ReactNode;
  formRef?: RefObject<HTMLFormElement | null>;
};

export function CheckedForm({
  refusal,
  children,
  idPrefix = '',
  focus = 'field',
  ways,
  formRef,
  ...rest
}: CheckedFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = formRef ?? own;

  useEffect(() => {
    if (!refusal) return;
    const field =
      focus === 'field' ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    (field ?? form.current?.querySelector<HTMLElement>('[data-summary]'))?.focus();
  }, [refusal, focus, form]);

  return (
    <Form method="post" noValidate {...rest} ref={form}>
      <FieldIdPrefix value={idPrefix}>
        {refusal ? <ErrorSummary refusal={refusal}>{ways}</ErrorSummary> : null}
        {children}
      </FieldIdPrefix>
    </Form>
  );
}
