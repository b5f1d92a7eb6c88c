/**
 * Renders a form that its action validates: errors are summarized on top with links to the fields, appear beside each
 * field, and get the focus.
 *
 * ```tsx
 * <CheckedForm refusal={actionData} className="flex flex-col gap-5">
 *   <Field label="Email" name="email" required defaultValue={actionData?.values.email} errors={actionData?.errors.email} />
 *   <Button type="submit" busy={busy} busyText="Sending…">Send the link</Button>
 * </CheckedForm>
 * ```
 * The action returns `readForm(…).refused()`. Space the children with a gap; the summary is the first child. For a form
 * that edits a record, use `SaveForm`.
 */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Form, type FormProps } from 'react-router';
import { ErrorSummary } from './error-summary.tsx';
import { FieldIdPrefix } from './field-id.ts';
import type { FormRefusal } from './refusal.ts';

export type CheckedFormProps = Omit<FormProps, 'children'> & {
  refusal: FormRefusal | undefined;
  children: ReactNode;
  /** Distinguishes the ids of two forms on one page. */
  idPrefix?: string;
  /**
   * What gets the focus after a refusal: the first invalid field (the summary if there is none), or always the summary.
   */
  focus?: 'field' | 'summary';
  /** Shown below the errors in the summary: links to what the user can do next. */
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
        {/* A stale save has a notice of its own, with what changed. */}
        {refusal && !refusal.stale ? <ErrorSummary refusal={refusal}>{ways}</ErrorSummary> : null}
        {children}
      </FieldIdPrefix>
    </Form>
  );
}
