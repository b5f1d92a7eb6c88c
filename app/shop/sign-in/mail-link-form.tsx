/** Renders a request for a link by mail: one field, and an answer that is the same for every address. */
import { useNavigation } from 'react-router';
import type { FormRefusal } from '#platform/requests/form.ts';
import { NarrowPage } from '#shop/kit/narrow-page.tsx';
import { EmailField } from '#shop/kit/person-fields.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';

/** `notSent`: why no link goes out, whatever the address. */
type MailLinkAnswer = { sent: string } | { notSent: string } | FormRefusal;

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
  const notSent = answer && 'notSent' in answer ? answer.notSent : null;
  const refusal = answer && 'errors' in answer ? answer : undefined;
  return (
    <NarrowPage title={title}>
      {sent ? (
        <>
          <Notice tone="success">{sent}</Notice>
          <ButtonLink to="/login" rank="secondary">
            Back to sign in
          </ButtonLink>
        </>
      ) : (
        <>
          {notSent ? <Notice tone="error">{notSent}</Notice> : <p className="text-ink-soft">{intro}</p>}
          <CheckedForm refusal={refusal} className="flex flex-col gap-5">
            <EmailField refusal={refusal} />
            <Button type="submit" size="large" busy={busy} busyText="Sending…">
              {button}
            </Button>
          </CheckedForm>
        </>
      )}
    </NarrowPage>
  );
}
