/** Renders a form that finishes what a link or a sign-in began: it submits itself; without scripts it takes one press. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

type Props = {
  action: string;
  /** A refused form waits for a press. */
  refusal?: FormRefusal | undefined;
  /** Whether to wait for a press in any case. */
  waits?: boolean;
  children: ReactNode;
};

export function SelfSubmittingForm({ action, refusal, waits = false, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isWaiting = waits || refusal !== undefined;
  useEffect(() => {
    if (!isWaiting) void submit(form.current, { method: 'post', action, replace: true });
  }, [submit, action, isWaiting]);
  return (
    <CheckedForm refusal={refusal} formRef={form} action={action} className="flex max-w-md flex-col gap-5">
      {children}
    </CheckedForm>
  );
}
