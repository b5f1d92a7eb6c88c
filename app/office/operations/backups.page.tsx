/** The runs of the backup: the last good one, what stays, what failed and why, one more now, and how to restore. */
import { Form, useNavigation } from 'react-router';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { backupMessage } from '#core/running/backups/backup.ts';
import { backupList } from '#core/running/backups/backup-list.ts';
import { requestBackup } from '#core/running/backups/request-backup.server.ts';
import { readWatched } from '#core/running/operations/watch/watched-queries.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/backups.page';
import { backupColumns } from './backup-columns.tsx';
import { RestoreHelp, SetUpHelp } from './backup-help.tsx';
import { BackupFacts } from './backup-section.tsx';
import { readBackupList, readBackupsNow } from './backups-page-queries.server.ts';

const PATH = '/admin/operations/backups';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const { zone } = await storeClock();
  const state = backupList.parse(new URL(request.url).searchParams);
  const backups = await readBackupsNow(actor, zone);
  const page = await readBackupList(actor, state, zone);
  if (!backups || !page) throw new Response(null, { status: 403 });
  const finding = (await readWatched()).find(({ part }) => part === 'backup')?.finding;
  const warning = finding && finding.state !== 'ok' ? finding : null;
  return { state, page, backups, warning };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const asked = await requestBackup(actor);
  if (asked.ok)
    return redirectWithFlash(PATH, 'The backup has started. This page updates when it is done.', 'success');
  const { kind } = asked.problem;
  if (kind === 'not-allowed') throw new Response(null, { status: statusOf({ kind }) });
  if (kind === 'confirm-first')
    return redirectWithFlash(confirmPath(PATH), 'Confirm it’s you first.', 'error');
  return redirectWithFlash(PATH, backupMessage({ kind }), 'error');
}

export const meta: Route.MetaFunction = () => [{ title: 'Backups · Admin' }];

export default function BackupsPage({ loaderData }: Route.ComponentProps) {
  const { state, page, backups, warning } = loaderData;
  const isBusy = useNavigation().formMethod === 'POST';
  useLive(['operations']);
  return (
    <>
      <BackLink to="/admin/operations" label="Operations" />
      <ListPage
        title="Backups"
        path={PATH}
        list={backupList}
        shown={{ state, page }}
        actions={
          backups.place === null ? null : (
            <Form method="post">
              <Button type="submit" busy={isBusy} busyText="Starting…">
                Back up now
              </Button>
            </Form>
          )
        }
        above={
          <div className="mb-8">
            {warning ? (
              <Notice
                tone={warning.state === 'problem' ? 'error' : 'caution'}
                title={warning.text}
                className="mb-4 max-w-3xl"
              />
            ) : null}
            {backups.place === null ? <SetUpHelp /> : null}
            <BackupFacts backups={backups} />
          </div>
        }
        table={{ caption: 'Backups', columns: backupColumns, rowKey: (row) => row.id }}
        words={{
          unmatched: 'No backup matches this filter.',
          all: 'Show all backups',
          none: 'No backups yet.',
        }}
        below={
          <RestoreHelp newest={backups.lastGood?.name ?? null} isContinuous={backups.isContinuous === true} />
        }
      />
    </>
  );
}
