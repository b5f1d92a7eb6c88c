/** Renders the deliveries on their way to the farm: a person accepts them in Metrc, whole or in part. */
import { formatNumber } from '#kernel/number.ts';
import { Nothing } from '#office/kit/nothing.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { Field } from '#ui/field.tsx';
import type { PlayPage } from './play-page-queries.server.ts';
import { PlayPress } from './play-press.tsx';

export function PlayDeliveries({ deliveries }: Pick<PlayPage, 'deliveries'>) {
  return (
    <Panel title="On the way" className="mb-8">
      {deliveries.length === 0 ? <Nothing>No delivery is on the way.</Nothing> : null}
      {deliveries.map(({ id, manifest, shipper, expectedAt, packages }) => (
        <section key={id} aria-label={`Manifest ${manifest}`} className="mb-6 border-b border-line pb-6">
          <h3 className="font-semibold">{shipper}</h3>
          <p className="figures mb-3 text-sm text-ink-soft">
            Manifest {manifest}, expected {expectedAt}. Enter fewer units if fewer arrived, and 0 to reject a
            package.
          </p>
          <PlayPress press="accept" label="Accept" fields={{ delivery: String(id) }}>
            <div className="mb-4 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
              {packages.map(({ tag, item, quantity }) => (
                <Field
                  key={tag}
                  id={`arrived-${tag}`}
                  name={`arrived ${tag}`}
                  label={item}
                  hint={
                    <span className="figures wrap-anywhere">{`${formatNumber(quantity)} shipped, ${tag}`}</span>
                  }
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={quantity}
                  step={1}
                  required
                  defaultValue={quantity}
                />
              ))}
            </div>
          </PlayPress>
        </section>
      ))}
      <PlayPress press="send" label="Send another delivery" className="mt-4" />
    </Panel>
  );
}
