/** Renders what is known of one buyer of a recall. */
import { Link } from 'react-router';
import { Facts } from '#ui/facts.tsx';
import type { PersonRow } from './person-row.ts';

export function PersonFacts({ person }: { person: PersonRow }) {
  const { message } = person;
  return (
    <div className="mb-8">
      <Facts
        facts={[
          ['Units', `${person.units} when the recall started, ${person.returned} returned since`],
          ['Message', [message.label, message.at].filter(Boolean).join(', ')],
          [
            'Answer',
            person.answer
              ? [person.answer.label, person.answer.at, person.answer.by && `recorded by ${person.answer.by}`]
                  .filter(Boolean)
                  .join(', ')
              : 'None',
          ],
          ...(person.customerId
            ? ([
                ['Email', person.email ?? ''],
                [
                  'Phone',
                  <Link
                    key="phone"
                    to={`/admin/customers/${person.customerId}`}
                    className="underline underline-offset-4"
                  >
                    {person.phone ?? 'Not given'}, open the customer
                  </Link>,
                ],
              ] as const)
            : []),
        ]}
      />
    </div>
  );
}
