/** Renders the people of a recall: the message, the answer and what they returned; the call list is a filter of it. */
import { Link } from 'react-router';
import { nameOfPerson, recallPeopleList } from '#core/sales/recalls/recall-people.ts';
import { Moment } from '#office/kit/moment.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { PhoneOf, type ShownPhones, ShowPhones } from '#office/kit/shown-phones.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import type { PersonRow } from './person-row.ts';
import type { RecallView } from './recall-view.server.ts';

export function RecallPeople({
  id,
  people: { state, page },
  phones,
  confirm,
  sending,
}: {
  id: string;
  people: NonNullable<RecallView['people']>;
  phones: ShownPhones;
  /** The re-check page; null if the re-check is recent. */
  confirm: string | null;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  const isFiltered = recallPeopleList.isFiltered(state);
  return (
    <>
      <div className="mb-4">
        <FilterBar list={recallPeopleList} state={state} />
      </div>
      <ShowPhones rows={page.rows} shown={phones} confirm={confirm} sending={sending} />
      <DataTable
        caption="People who had units"
        list={recallPeopleList}
        state={state}
        rows={page.rows}
        rowKey={(row) => String(row.number)}
        columns={columnsOf(id, phones)}
        empty={isFiltered ? 'No one matches this filter.' : 'No one had units when the recall started.'}
      />
      <div className="mt-4">
        <Pager list={recallPeopleList} state={state} page={page} />
      </div>
    </>
  );
}

const columnsOf = (id: string, phones: ShownPhones): readonly Column<PersonRow>[] => [
  {
    head: 'Customer',
    primary: true,
    cell: (row) => <Link to={`/admin/recalls/${id}/people/${row.number}`}>{nameOfPerson(row)}</Link>,
  },
  {
    head: 'Phone',
    fixed: true,
    cell: (row) =>
      row.customer === null ? 'None' : <PhoneOf masked={row.phone} whole={phones?.[row.number]} />,
  },
  {
    head: 'Email',
    wideOnly: true,
    cell: (row) => (row.email ? <EmailAddress>{row.email}</EmailAddress> : 'None'),
  },
  {
    head: 'Units',
    align: 'right',
    cell: (row) => (row.returned > 0 ? `${row.units}, ${row.returned} returned` : row.units),
  },
  {
    head: 'Message',
    cell: ({ message }) => (
      <span className="figures">
        <StatusBadge tone={message.tone}>{message.label}</StatusBadge>{' '}
        {message.at ? <Moment text={message.at} /> : null}
      </span>
    ),
  },
  {
    head: 'Answer',
    cell: ({ answer }) =>
      answer ? (
        <span className="figures">
          {answer.label}, {answer.at}
          {answer.by ? `, recorded by ${answer.by}` : ''}
        </span>
      ) : (
        'None'
      ),
  },
  {
    head: 'Actions',
    fixed: true,
    cell: (row) => (
      <Link to={`/admin/recalls/${id}/people/${row.number}`} className={rowAction}>
        Record<span className="sr-only"> an answer or units of {row.customer ?? 'a deleted account'}</span>
      </Link>
    ),
  },
];
