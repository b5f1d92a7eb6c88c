/** Asking for a link by mail: one field, and an answer that is the same for every address. */
import { useNavigation } from 'react-router';
import type { FormRefusal } from '#platform/form.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';

export type MailLinkAnswer = { sent: string } | FormRefusal;

export function MailLinkForm({
  title,
  intro,
  button,
  answer,
}: {
  title: string;
  intro: string;
  button: string;
  answer: MailLinkAnswer | undefined;
}) {
  const busy = useNavigation().state === 'submitting';
  const sent = answer && 'sent' in answer ? answer.sent : null;
  const refusal = answer && !('sent' in answer) ? answer : undefined;
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 className="text-3xl">{title}</h1>
        {sent ? (
          <>
            <Notice tone="success">{sent}</Notice>
            <ButtonLink to="/login" rank="secondary">
              Back to sign in
            </ButtonLink>
          </>
        ) : (
          <>
            <p className="text-ink-soft">{intro}</p>
            <CheckedForm refusal={refusal} className="flex flex-col gap-5">
              <Field
                label="Email"
                name="email"
                type="email"
                autoComplete="email"
                required
                maxLength={254}
                defaultValue={refusal?.values.email}
                errors={refusal?.errors.email}
              />
              <Button type="submit" size="large" busy={busy} busyText="Sending…">
                {button}
              </Button>
            </CheckedForm>
          </>
        )}
      </div>
    </section>
  );
}
