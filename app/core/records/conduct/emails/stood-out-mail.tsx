/** Renders the mail about acts that stand out, for admins. It names no one and no amount. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type StoodOutSubject = {
  frame: MailFrame;
  name: string;
  /** 'Nov 28, 2026' */
  day: string;
  /** Whose acts stand out. */
  people: number;
  path: string;
};

export const stoodOutTitle = ({ day }: Pick<StoodOutSubject, 'day'>): string =>
  `Something stands out on ${day}`;

export const stoodOutMessage = ({ people }: Pick<StoodOutSubject, 'people'>): string =>
  `Cash, refunds, stock or prices of ${people === 1 ? 'one person are' : `${people} people are`} far from usual.`;

export function StoodOutMail({ frame, name, path, ...subject }: StoodOutSubject) {
  return (
    <MailLayout frame={frame} title={stoodOutTitle(subject)} preview={stoodOutMessage(subject)}>
      <MailGreeting name={name} />
      <MailParagraph>{stoodOutMessage(subject)} There may be a good reason.</MailParagraph>
      <MailParagraph>The page has the figures, what is usual, and each record.</MailParagraph>
      <MailButton href={`${frame.origin}${path}`}>See what went on</MailButton>
      <MailParagraph small>You get this because you are an admin of the shop.</MailParagraph>
    </MailLayout>
  );
}
