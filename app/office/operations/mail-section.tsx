/** Renders mail: what waits, what was refused, and when the mail server last answered. */
import { Link } from 'react-router';
import { Panel } from '#office/kit/panel.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { Facts } from '#ui/facts.tsx';
import type { Operations } from './operations-queries.server.ts';

export function MailSection({ mail }: { mail: Operations['mail'] }) {
  return (
    <Panel
      title="Mail"
      id="mail"
      note={
        <Link to="/admin/settings/mail" className={rowAction}>
          Set up and test
        </Link>
      }
    >
      <Facts
        facts={[
          ['Waiting', mail.waiting],
          ['Oldest', mail.oldest ?? 'None is waiting'],
          [
            'Refused',
            mail.failed === 0 ? (
              'None in the last 24 hours'
            ) : (
              <Link key="refused" to="/admin/sent-mail?status=failed" className={rowAction}>
                {mail.failed} in the last 24 hours
              </Link>
            ),
          ],
          ['Last sent', mail.lastSent ?? 'None in two days'],
          ['Mail server', mail.server ?? 'Not set up: email is stored and shown under Sent Mail'],
          [
            'Last refusal',
            mail.refusal === null ? 'None in two days' : `${mail.refusal.at}: ${mail.refusal.reason}`,
          ],
        ]}
      />
    </Panel>
  );
}
