/** Renders invitations that are not accepted yet. */
import type { OpenInvitation } from '#core/accounts/identity/staff/invitations-queries.server.ts';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { setOf, setWords } from '#core/ground/access/rights.ts';
import type { MailStatus } from '#kernel/statuses.ts';
import { Confirm } from '#ui/confirm.tsx';

import { EmailAddress } from '#ui/email-address.tsx';

const mailWords: Readonly<Record<MailStatus, string>> = {
  sent: 'Email sent',
  waiting: 'Email not sent yet',
  kept: 'Email not sent: no mail server',
  failed: 'Email not sent: refused',
};

export function OpenInvitations({ invitations }: { invitations: readonly OpenInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className="mb-8 max-w-3xl">
      <h2 id="invitations" className="mb-3 text-lg">
        Open invitations
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <EmailAddress className="min-w-[min(12rem,100%)] flex-1 wrap-anywhere">
              {invitation.email}
            </EmailAddress>
            <span>{startsAs(invitation)}</span>
            <span className="figures text-ink-soft">until {invitation.until}</span>
            {invitation.mail ? <span className="text-ink-soft">{mailWords[invitation.mail]}</span> : null}
            {invitation.mayCancel ? (
              <Confirm
                label="Cancel invitation"
                of={invitation.email}
                question={`Cancel the invitation of ${invitation.email}?`}
                consequence="Its link stops working."
                fields={{ intent: 'take-back', invitation: invitation.id }}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Admin', 'Lead' */
function startsAs({ role, rights }: OpenInvitation): string {
  const set = role === 'staff' ? setOf(rights) : null;
  return set ? setWords[set].label : roleLabel[role];
}
