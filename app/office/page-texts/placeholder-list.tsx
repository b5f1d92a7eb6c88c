/** Renders the placeholders in braces, with their values from the settings. */
import type { contentValues } from '#core/ground/settings/content/content.ts';

export function PlaceholderList({ placeholders }: { placeholders: ReturnType<typeof contentValues> }) {
  return (
    <details className="mt-6 max-w-3xl">
      <summary className="min-h-11 content-center font-medium text-spruce-700">Placeholders</summary>
      <p className="mb-3 text-ink-soft">
        Each placeholder shows a value from Settings, so a change there updates every page.
      </p>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        {Object.entries(placeholders).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs">{`{${name}}`}</dt>
            <dd className="text-ink-soft max-sm:mb-2">{typeof value === 'string' ? value : value.text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
