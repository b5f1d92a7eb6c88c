/** The facts of a report: what happened, where, and what became of it. */
import { Link } from 'react-router';
import { stateReasonLabel } from '#core/goods/tracking/reports/act-words.ts';
import type { readAct } from '#core/goods/tracking/reports/acts-queries.server.ts';
import { LotLinks, troubleFacts } from './task-card.tsx';

type Act = NonNullable<Awaited<ReturnType<typeof readAct>>>;

export function actFacts(act: Act) {
  const { happened, order, lots, tags, reason, note, fate, tries, cure } = act;
  const place =
    cure === null
      ? [
          ['Happened', happened] as const,
          ...(order === null
            ? []
            : [
                [
                  'Order',
                  <Link
                    key="order"
                    to={`/admin/orders/${order}`}
                    className="-my-2.5 inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {order}
                  </Link>,
                ] as const,
              ]),
          ...(lots.length === 0 ? [] : [['Lots', <LotLinks key="lots" lots={lots} />] as const]),
          ['Report', fate] as const,
        ]
      : troubleFacts({ ...act, cure });
  return [
    ...place,
    ...(tags.length === 0 ? [] : [['Packages', tags.join(', ')] as const]),
    ...(reason === null ? [] : [['Reason', stateReasonLabel[reason]] as const]),
    ...(note === '' ? [] : [['Note', note] as const]),
    ...(tries > 0 ? [['Tries', String(tries)] as const] : []),
  ];
}
