/** Says what the shop reports: what waits, what was sent today, what needs a decision, and when the state's system answered. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Facts } from '#ui/facts.tsx';
import { Notice } from '#ui/notice.tsx';
import type { TrackingPage } from './tracking-page-queries.server.ts';
import { REPORTED_PATH, TASKS_PATH } from './tracking-tabs.tsx';

const link = '-my-2.5 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export function ReportSummary({ reports }: { reports: TrackingPage['reports'] }) {
  if (reports === null) return null;
  const { mode, since, waiting, oldest, sentToday, tasks, answered, silent } = reports;
  return (
    <section aria-labelledby="reports" className="mb-8 max-w-3xl">
      <h2 id="reports" className="mb-3 text-xl">
        Reports
      </h2>
      {silent ? (
        <Notice tone="error" title={`Metrc has not answered since ${silent}.`} className="mb-3">
          <p className="mt-1">
            Sales go on. What waits is sent, with its own time, when Metrc answers again. After five minutes
            the shop declares an outage; see{' '}
            <Link to="/admin/outages" className={link}>
              State Outages
            </Link>
            .
          </p>
        </Notice>
      ) : null}
      <Facts
        facts={[
          ['Mode', mode],
          ['First day', since],
          [
            'Waiting',
            waiting === 0 ? (
              'Nothing'
            ) : (
              <Link key="waiting" to={`${REPORTED_PATH}?status=waiting`} className={link}>
                {formatNumber(waiting)}, the oldest for {oldest}
              </Link>
            ),
          ],
          [
            'Sent today',
            <Link key="sent" to={`${REPORTED_PATH}?status=sent`} className={link}>
              {formatNumber(sentToday)}
            </Link>,
          ],
          [
            'Tasks',
            tasks === 0 ? (
              'None'
            ) : (
              <Link key="tasks" to={TASKS_PATH} className={link}>
                {formatNumber(tasks)} {tasks === 1 ? 'needs' : 'need'} a decision
              </Link>
            ),
          ],
          ['Last answer', answered ?? 'None yet'],
        ]}
      />
    </section>
  );
}
