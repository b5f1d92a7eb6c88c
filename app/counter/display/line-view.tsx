/** Renders the line to everyone who waits: numbers and registers, and nothing else. */
import type { DisplayView } from '#core/sales/displays/display.ts';

export function LineView({
  view: { farm, called, waiting },
}: {
  view: Extract<DisplayView, { kind: 'line' }>;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="bg-spruce-900 px-6 py-4 text-white sm:px-8">
        <p className="font-display text-3xl wrap-anywhere">{farm}</p>
      </header>
      <section aria-labelledby="called-heading" aria-live="polite" className="grow p-6 sm:p-8">
        <h2 id="called-heading" className="mb-4 text-2xl">
          {called.length === 0 ? 'Please wait until your number is called' : 'Please come to the counter'}
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {called.map(({ label, register }) => (
            <li
              key={label}
              className="flex flex-wrap items-baseline justify-between gap-x-6 rounded-surface bg-spruce-100 p-6"
            >
              <span className="figures font-display text-7xl max-sm:text-6xl">{label}</span>
              <span className="text-2xl wrap-anywhere">{register}</span>
            </li>
          ))}
        </ul>
      </section>
      {waiting.length === 0 ? null : (
        <section aria-labelledby="waiting-heading" className="bg-cream p-6 sm:p-8">
          <h2 id="waiting-heading" className="mb-2 text-lg text-ink-soft">
            Waiting
          </h2>
          <ul className="figures flex flex-wrap gap-x-6 gap-y-2 text-3xl max-sm:text-2xl">
            {waiting.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
