/** Renders the mail about lots that the state holds, or lets be sold again, for staff. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export type HoldMailSubject = {
  frame: MailFrame;
  name: string;
  title: string;
  /** 'Blue Dream, batch B-1: on hold' */
  lots: readonly string[];
  isEnd: boolean;
  path: string;
};

export function HoldMail({ frame, name, title, lots, isEnd, path }: HoldMailSubject) {
  return (
    <MailLayout frame={frame} title={title} preview={lots[0] ?? title}>
      <MailGreeting name={name} />
      <MailParagraph>
        {isEnd
          ? 'The state’s system no longer holds this. Nothing goes on sale automatically.'
          : 'The state’s system says that this may not be sold now. Sales stopped automatically.'}
      </MailParagraph>
      {lots.map((lot) => (
        <MailParagraph key={lot}>{lot}</MailParagraph>
      ))}
      <MailParagraph>
        {isEnd
          ? 'Check the lot, then an admin can put it back on sale.'
          : 'Take it out of bags that wait, set its units apart, and look into the state’s system for why. Reserved units moved to other lots where there were any; the orders that are short are listed.'}
      </MailParagraph>
      <MailButton href={`${frame.origin}${path}`}>
        {lots.length === 1 ? 'Open the lot' : 'Open the lots'}
      </MailButton>
      <MailParagraph small>You get this because you work for the shop.</MailParagraph>
    </MailLayout>
  );
}
