/** Renders the help lines to call, large enough to press with a shaking hand. */
import { telephoneHref } from '../../contact.ts';
import type { WarningSettings } from '../../settings.ts';

export function HelpLines({ warnings }: { warnings: WarningSettings }) {
  return (
    <section aria-labelledby="help-lines" className="rounded-surface bg-cream p-6">
      <h2 id="help-lines" className="text-lg">
        Help, at any hour
      </h2>
      <dl className="mt-4 space-y-4">
        <Line
          number={warnings.poisonCenter}
          name="Poison Center"
          what="Someone took cannabis by accident, or too much"
        />
        <Line number={warnings.hopeline} name="NYS HOPEline" what="Worried about your own or someone’s use" />
        <Line number={warnings.crisisLine} name="Crisis Lifeline" what="Call or text, whatever the crisis" />
      </dl>
    </section>
  );
}

function Line({ number, name, what }: { number: string; name: string; what: string }) {
  return (
    <div>
      <dt className="text-sm">
        <span className="font-semibold">{name}</span>
        <span className="block text-ink-soft">{what}</span>
      </dt>
      <dd>
        <a
          href={telephoneHref(number)}
          className="inline-flex min-h-11 items-center text-lg font-semibold text-spruce-700 underline underline-offset-4"
        >
          {number}
        </a>
      </dd>
    </div>
  );
}
