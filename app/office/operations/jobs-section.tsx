/** Renders the queue: what waits, and what failed for good, to be tried again. */
import { Form, useNavigation } from 'react-router';
import { Panel } from '#office/kit/panel.tsx';
import { Button } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import type { Operations } from './operations-queries.server.ts';

export function JobsSection({ jobs }: { jobs: Operations['jobs'] }) {
  return (
    <Panel title="Jobs" id="jobs">
      <Facts
        facts={[
          ['Waiting', jobs.waiting],
          ['Oldest', jobs.oldest ?? 'None is waiting'],
        ]}
      />
      <CutOff jobs={jobs} />
      <h3 className="mt-5 mb-2 font-semibold">Failed for good in the last 24 hours</h3>
      {jobs.failed.length === 0 ? (
        <p className="text-ink-soft">None.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {jobs.failed.map((failed) => (
            <FailedJob key={failed.queue} failed={failed} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What a killed process has left: which one and when, and the jobs that have not had their next try yet. */
function CutOff({ jobs: { gone, cutOff } }: { jobs: Operations['jobs'] }) {
  if (gone.length + cutOff.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-2 font-semibold">Interrupted when the shop stopped</h3>
      <ul className="divide-y divide-line border-y border-line">
        {gone.map(({ id, name, seen }) => (
          <li key={id} className="py-2 wrap-anywhere">
            <span className="font-medium">{name}</span> did not stop and was last seen{' '}
            <span className="figures">{seen}</span>: it crashed, or cannot reach the database. Its jobs are
            tried again automatically.
          </li>
        ))}
        {cutOff.map(({ queue, label, count, next }) => (
          <li key={queue} className="py-2">
            <span className="font-medium">{label}</span>: {count === 1 ? '1 job was' : `${count} jobs were`}{' '}
            cut off, tried again <span className="figures">{next}</span>.
          </li>
        ))}
      </ul>
    </>
  );
}

function FailedJob({ failed }: { failed: Operations['jobs']['failed'][number] }) {
  const isBusy = useNavigation().formData?.get('queue') === failed.queue;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-medium">{failed.label}</span>{' '}
          <span className="figures text-ink-soft">
            {['once', 'twice'][failed.count - 1] ?? `${failed.count} times`}, last {failed.last}
          </span>
        </p>
        <p className="text-sm text-ink-soft">{failed.reason}</p>
      </div>
      {failed.noRetry === null ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="retry" />
          <input type="hidden" name="queue" value={failed.queue} />
          <Button
            type="submit"
            rank="secondary"
            size="small"
            className="min-h-11"
            busy={isBusy}
            busyText="Trying…"
          >
            Try again<span className="sr-only"> {failed.label}</span>
          </Button>
        </Form>
      ) : (
        <p className="text-sm text-ink-soft">{failed.noRetry}</p>
      )}
    </li>
  );
}
