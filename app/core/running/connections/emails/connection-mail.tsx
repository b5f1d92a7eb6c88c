/** Renders the mail about a connection that someone changed, for admins. It has nothing of what was entered. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type ConnectionMailSubject = {
  frame: MailFrame;
  name: string;
  /** 'The mail server was changed' */
  title: string;
  why: string;
  /** Who changed it, and when. */
  by: string;
  at: string;
  path: string;
};

export function ConnectionMail({ frame, name, title, why, by, at, path }: ConnectionMailSubject) {
  return (
    <MailLayout frame={frame} title={title} preview={`By ${by}, ${at}.`}>
      <MailGreeting name={name} />
      <MailParagraph>
        {by} did this on {at}. {why}
      </MailParagraph>
      <MailParagraph>
        If you know about it, there is nothing to do. If it was not you or someone you trust: choose a new
        password, sign {by} out under Users, and set it back.
      </MailParagraph>
      <MailButton href={`${frame.origin}${path}`}>Open the setting</MailButton>
      <MailParagraph small>You get this because you are an admin of the shop.</MailParagraph>
    </MailLayout>
  );
}
