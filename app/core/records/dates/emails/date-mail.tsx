/** Renders the mail about an upcoming date, for admins. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type DateMailSubject = {
  frame: MailFrame;
  name: string;
  title: string;
  note: string;
  /** 'Nov 5, 2026' and 'in 3 days'. */
  due: string;
  away: string;
  path: string;
};

export function DateMail({ frame, name, title, note, due, away, path }: DateMailSubject) {
  return (
    <MailLayout frame={frame} title={`A date that matters: ${due}`} preview={`Due ${away}.`}>
      <MailGreeting name={name} />
      <MailParagraph>
        This is due {away}, on {due}: {title}
      </MailParagraph>
      {note === '' ? null : <MailParagraph>{note}</MailParagraph>}
      <MailButton href={`${frame.origin}${path}`}>Dates that matter</MailButton>
      <MailParagraph small>You get this because you are an admin of the shop.</MailParagraph>
    </MailLayout>
  );
}
