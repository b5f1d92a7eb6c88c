/** Renders the mail about an incident, for admins. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';
import { CALM_MINUTES } from '../watch/incident.ts';

export type IncidentMailSubject = {
  frame: MailFrame;
  name: string;
  /** 'Backup' */
  label: string;
  /** The finding when it opened. */
  text: string;
  /** 'Nov 26, 2026 3:12 PM'; `closedAt` is null for one that opened. */
  openedAt: string;
  closedAt: string | null;
  path: string;
};

export const incidentTitle = ({ label, closedAt }: Pick<IncidentMailSubject, 'label' | 'closedAt'>) =>
  closedAt === null ? `The shop has a problem: ${label}` : `Over: ${label}`;

export function IncidentMail({ frame, name, label, text, openedAt, closedAt, path }: IncidentMailSubject) {
  return (
    <MailLayout frame={frame} title={incidentTitle({ label, closedAt })} preview={text}>
      <MailGreeting name={name} />
      {closedAt === null ? (
        <MailParagraph>
          {label}, since {openedAt}: {text}
        </MailParagraph>
      ) : (
        <>
          <MailParagraph>
            {label} has been fine for {CALM_MINUTES} minutes. The problem began {openedAt}, and this was
            closed {closedAt}.
          </MailParagraph>
          <MailParagraph>It began with: {text}</MailParagraph>
        </>
      )}
      <MailButton href={`${frame.origin}${path}`}>Open Operations</MailButton>
      <MailParagraph small>
        {closedAt === null
          ? `You get this once. The next email comes when it has been fine for ${CALM_MINUTES} minutes.`
          : 'You get this because you are an admin of the shop.'}
      </MailParagraph>
    </MailLayout>
  );
}
