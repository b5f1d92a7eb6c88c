/** Renders the tablets that hold work, or may hold some, where the cash is counted; with the way to close without them. */
import { useEffect, useState } from 'react';
import { SILENT_MINUTES } from '#core/sales/cash-desk/tablet.ts';
import type { ShownTablet, TabletsOfDay } from '#core/sales/cash-desk/tablets-queries.server.ts';
import { TextAreaField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { YesFields } from '../kit/yes-fields.tsx';
import { ownMark } from './tablet-id.ts';

/** Other tablets than this one, which lists its own work itself. All of them before scripts run. */
export function useOtherTablets({ unsent, silent }: TabletsOfDay): Pick<TabletsOfDay, 'unsent' | 'silent'> {
  const [own, setOwn] = useState('');
  useEffect(() => setOwn(ownMark()), []);
  const others = (tablets: readonly ShownTablet[]) => tablets.filter(({ mark }) => mark !== own);
  return { unsent: others(unsent), silent: others(silent) };
}

/** Work that is known, and tablets of which nothing is known. */
export function OtherTablets({ unsent, silent }: Pick<TabletsOfDay, 'unsent' | 'silent'>) {
  return (
    <ul className="figures flex flex-col gap-1">
      {unsent.map(({ mark, text, seen }) => (
        <li key={mark} className="wrap-anywhere">
          {text} Last seen {seen}.
        </li>
      ))}
      {silent.map(({ mark, label, seen }) => (
        <li key={mark} className="wrap-anywhere">
          {label} was last seen {seen}. It may have unsent work.
        </li>
      ))}
    </ul>
  );
}

/** Above the count. Nothing while no other tablet matters. */
export function TabletsNotice({
  tablets,
  isAsked,
}: {
  tablets: TabletsOfDay;
  /** Someone else can say yes to closing without them, below. */
  isAsked: boolean;
}) {
  const { unsent, silent } = useOtherTablets(tablets);
  if (unsent.length + silent.length === 0) return null;
  return (
    <Notice
      tone="caution"
      className="mb-5"
      title={
        unsent.some(({ unsent }) => unsent > 0)
          ? 'A tablet has unsent work'
          : unsent.length > 0
            ? 'A tablet lost the network'
            : `A tablet was silent for ${SILENT_MINUTES} minutes`
      }
    >
      <OtherTablets unsent={unsent} silent={silent} />
      <p className="mt-2">
        {unsent.length === 0
          ? 'Connect it first, or count without it.'
          : tablets.mayCloseWithout || isAsked
            ? 'Connect it, or close without it and say why.'
            : 'Connect it. An admin or the person in charge can close without it.'}
      </p>
    </Notice>
  );
}

/** Why the drawer is closed without these tablets; for those who may, or who have the yes of someone who may. */
export function WithoutField({
  tablets,
  approvers,
  refusal,
}: {
  tablets: TabletsOfDay;
  approvers: readonly ShownApprover[];
  refusal: FormRefusal | undefined;
}) {
  const asks = !tablets.mayCloseWithout;
  if (tablets.unsent.length === 0 || (asks && approvers.length === 0)) return null;
  return (
    <>
      <TextAreaField
        label="Close without it, because"
        name="without"
        rows={2}
        maxLength={300}
        hint="Such as: the tablet is broken. Your reason is on record. Leave it empty to wait for the tablet."
        defaultValue={refusal?.values.without}
        errors={refusal?.errors.without}
      />
      {asks ? <YesFields approvers={approvers} refusal={refusal} isRequired={false} /> : null}
    </>
  );
}
