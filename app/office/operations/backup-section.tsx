/** Renders the backups in short, with the way to their page. */
import { Link } from 'react-router';
import { Panel } from '#office/kit/panel.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { Facts } from '#ui/facts.tsx';
import type { BackupsNow } from './backups-page-queries.server.ts';

export function BackupSection({ backups }: { backups: BackupsNow }) {
  return (
    <Panel
      title="Backup"
      id="backup"
      note={
        <Link to="/admin/operations/backups" className={rowAction}>
          All backups
        </Link>
      }
    >
      <BackupFacts backups={backups} />
    </Panel>
  );
}

export function BackupFacts({ backups }: { backups: BackupsNow }) {
  const { place, lastGood, lastCheck, next, isContinuous, retention, under } = backups;
  const { daily, weekly, monthly } = retention;
  return (
    <>
      {under ? (
        <p role="status" className="mb-2 font-medium">
          {under.words}
        </p>
      ) : null}
      <Facts
        facts={[
          [
            'Last good',
            lastGood
              ? `${lastGood.at} (${lastGood.age} ago)${lastGood.size ? `, ${lastGood.size}` : ''}`
              : 'None yet',
          ],
          ['Last check', lastCheck ?? 'None yet; a nightly run checks its backup once a week'],
          ['Next', next ?? 'No backup leaves this machine'],
          ...(place === null
            ? []
            : ([
                [
                  'Place',
                  <>
                    {place}.{' '}
                    <Link to="/admin/settings/backups" className={rowAction}>
                      Change it
                    </Link>
                  </>,
                ],
              ] as const)),
          ...(place === null || isContinuous === null
            ? []
            : ([
                [
                  'Every minute',
                  isContinuous
                    ? 'On: a restore loses a minute or two'
                    : 'Off: a restore loses what changed since the last backup',
                ],
              ] as const)),
          ...(place === null
            ? []
            : ([['Retention', `${daily} daily, ${weekly} weekly and ${monthly} monthly ones`]] as const)),
          ...(lastGood === null
            ? []
            : ([
                [
                  'Keys',
                  lastGood.hasKeys
                    ? 'Backed up too'
                    : 'Not backed up: store a copy of the shop’s encryption keys yourself',
                ],
              ] as const)),
        ]}
      />
    </>
  );
}
