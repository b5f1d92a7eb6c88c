/** Renders what the state's system says of a lot's package, and the delivery that it came from. */
import { Link } from 'react-router';
import { dayLabel } from '#core/goods/stock/lots/lots.ts';
import { Panel } from '#office/kit/panel.tsx';
import { Facts } from '#ui/facts.tsx';
import { Notice } from '#ui/notice.tsx';
import type { LotOriginView } from './lot-origin-queries.server.ts';

const link =
  'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4 max-w-full wrap-anywhere';

/** Why no one can put the lot on sale. */
export function StateHold({
  lotId,
  origin,
  mayManage,
}: {
  lotId: number;
  origin: LotOriginView;
  mayManage: boolean;
}) {
  if (origin.held === null) return null;
  return (
    <Notice tone="error" title={`The state holds this lot: ${origin.held}.`} className="mb-5">
      <p className="mt-1">
        It is off sale, and reserved units moved to other lots where there were any. Set its units apart. No
        one can put it on sale until Metrc says otherwise; then staff get a message.
      </p>
      {origin.isRecalled && mayManage ? (
        <Link to={`/admin/recalls/new?lot=${lotId}`} className={link}>
          Start a recall of this lot
        </Link>
      ) : null}
    </Notice>
  );
}

export function LotOrigin({ origin }: { origin: LotOriginView }) {
  const { delivery, testedOn, lacks, facts } = origin;
  return (
    <Panel title="In Metrc">
      <Facts
        facts={[
          ...(delivery
            ? [
                [
                  'Delivery',
                  <Link
                    key="delivery"
                    to={`/admin/state-tracking/deliveries/${delivery.id}`}
                    className={link}
                  >
                    Manifest {delivery.manifest}
                  </Link>,
                ] as const,
                ['Shipper', delivery.shipper] as const,
              ]
            : []),
          ...(testedOn === null ? [] : [['Tested', dayLabel(testedOn)] as const]),
          ...facts,
        ]}
      />
      {lacks.length === 0 ? null : (
        <p className="mt-3 text-ink-soft">Metrc did not have, when it was received: {lacks.join(', ')}.</p>
      )}
    </Panel>
  );
}
