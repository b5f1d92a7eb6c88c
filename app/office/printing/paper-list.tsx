/** Renders the papers of a printer; about those that it never confirmed, staff say what became of them. */
import { Form } from 'react-router';
import type { ListedJob } from '#core/sales/printing/printers-queries.server.ts';
import { problemWords, statusWords } from '#core/sales/printing/printing.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

const tones: Readonly<Record<ListedJob['status'], Tone>> = {
  waiting: 'yellow',
  sent: 'yellow',
  printed: 'green',
  failed: 'red',
  asked: 'red',
};

export function PaperList({ papers }: { papers: readonly ListedJob[] }) {
  if (papers.length === 0)
    return <p className="mt-3 text-sm text-ink-soft">Nothing printed in the last week.</p>;
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line text-sm">
      {papers.map(({ id, what, status, problem, at }) => (
        <li key={id} className="figures flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="font-medium">{what}</span>
          <StatusBadge tone={tones[status]}>{statusWords[status]}</StatusBadge>
          {problem ? <span className="text-ink-soft">{problemWords(problem)}</span> : null}
          <span className="text-ink-soft">{at}</span>
          {status === 'printed' || status === 'sent' ? null : (
            <Form method="post" preventScrollReset className="ml-auto flex flex-wrap gap-2">
              <input type="hidden" name="paper" value={id} />
              {status === 'waiting' ? null : (
                <>
                  <Button type="submit" name="intent" value="printed" rank="secondary">
                    It printed<span className="sr-only">: {what}</span>
                  </Button>
                  <Button type="submit" name="intent" value="again" rank="secondary">
                    Print again<span className="sr-only">: {what}</span>
                  </Button>
                </>
              )}
              <Button type="submit" name="intent" value="drop" rank="secondary">
                Don’t print<span className="sr-only">: {what}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
