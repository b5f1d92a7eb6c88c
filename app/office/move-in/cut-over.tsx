/** The steps of cutting over, in their order, with how long the runs took. */
import { Link } from 'react-router';
import { Check, Circle } from '#ui/icons.ts';
import type { MoveInPage } from './move-in-page-queries.server.ts';

type Step = { title: string; text: string; isDone: boolean; to?: { path: string; label: string } };

/** Rows that could not come over are in no line, so agreeing says nothing of them. */
const leftOutText = (rows: number) =>
  rows === 0 ? '' : ` Not counted: ${rows === 1 ? 'one row' : `${rows} rows`} left out, as the report says.`;

function stepsOf({ dry, last, differences, leftOut, proof, roles, isOpen }: MoveInPage): Step[] {
  return [
    {
      title: 'Dry run',
      text: dry ? `It took ${dry}, and wrote nothing.` : 'Read what would come over before anything does.',
      isDone: dry !== null,
    },
    {
      title: 'Pause ordering in the former shop',
      text: 'What is ordered there later stays there.',
      isDone: false,
    },
    {
      title: 'Last move',
      text: last
        ? `The last one took ${last}. Run it once more after the pause: only what changed comes over.`
        : `It brings everything, and takes about as long as the dry run${dry ? `: ${dry}` : ''}.`,
      isDone: last !== null,
    },
    {
      title: 'Compare',
      text: !proof
        ? 'People, orders, money, stock and photos, side by side on this page.'
        : differences === 0
          ? `Both shops agree on every line below.${leftOutText(leftOut)}`
          : `${differences === 1 ? 'One line differs' : `${differences} lines differ`}; each says why.`,
      isDone: proof !== null && differences === 0,
    },
    {
      title: 'Give roles',
      text:
        roles.length === 0
          ? 'No one is waiting for a role.'
          : `${roles.length === 1 ? 'One person' : `${roles.length} people`} worked in the former shop and ${roles.length === 1 ? 'is' : 'are'} listed below.`,
      isDone: last !== null && roles.length === 0,
    },
    {
      title: 'Open here',
      text: isOpen ? 'The shop is open.' : 'From then on a move can no longer be repeated or undone.',
      isDone: isOpen,
      to: { path: '/admin/settings/opening', label: 'Set-up and opening' },
    },
  ];
}

export function CutOver({ page }: { page: MoveInPage }) {
  return (
    <ol className="flex max-w-3xl flex-col">
      {stepsOf(page).map(({ title, text, isDone, to }) => (
        <li key={title} className="flex gap-3 border-t border-line py-3">
          {isDone ? (
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0" />
          ) : (
            <Circle aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
          )}
          <div>
            <p className="font-medium">
              {title}
              <span className="sr-only">{isDone ? ' (done)' : ' (not done)'}</span>
            </p>
            <p className="text-ink-soft">
              {text}{' '}
              {to && !isDone ? (
                <Link to={to.path} className="text-spruce-700 underline underline-offset-4">
                  {to.label}
                </Link>
              ) : null}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
