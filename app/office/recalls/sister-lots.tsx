/** Renders the lots beside a draft that may have the same fault; one tap covers one. */
import { Form, Link } from 'react-router';
import { lotName } from '#core/sales/recalls/recall.ts';
import { Panel } from '#office/kit/panel.tsx';
import { Button } from '#ui/button.tsx';
import { lotNote, MoreSisters } from './lot-boxes.tsx';
import type { Sisters } from './lot-choice-queries.server.ts';

/** The closest sisters; the others open below them, so that who has it stays near the top. */
const SHOWN_FIRST = 5;

type Props = {
  sisters: Sisters;
  version: number;
  /** The lot being added, as sent. */
  sending: FormDataEntryValue | null;
};

export function SisterLots({ sisters: { lots, isMore }, ...rest }: Props) {
  if (lots.length === 0) return null;
  const further = lots.slice(SHOWN_FIRST);
  return (
    <Panel title="Others that may have the same fault" className="mb-8 max-w-3xl print:hidden">
      <Rows lots={lots.slice(0, SHOWN_FIRST)} {...rest} />
      {further.length > 0 ? (
        <details className="border-t border-line">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-spruce-700">
            {further.length} more
          </summary>
          <Rows lots={further} {...rest} />
        </details>
      ) : null}
      {isMore ? <MoreSisters /> : null}
    </Panel>
  );
}

function Rows({ lots, version, sending }: Omit<Props, 'sisters'> & { lots: Sisters['lots'] }) {
  return (
    <ul className="divide-y divide-line">
      {lots.map((lot) => (
        <li key={lot.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <div className="min-w-0 wrap-anywhere">
            <Link
              to={`/admin/lots/${lot.id}`}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              {lotName(lot)}
            </Link>
            <p className="figures text-sm text-ink-soft">{lotNote(lot)}</p>
          </div>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="cover" />
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="lot" value={lot.id} />
            <Button type="submit" rank="secondary" busy={sending === String(lot.id)} busyText="Adding…">
              Add<span className="sr-only"> {lotName(lot)}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
