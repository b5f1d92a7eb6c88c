/** Renders short status labels: always a word, never color alone. */
import type { ReactNode } from 'react';
import { useMinimumAge } from './minimum-age.ts';

export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'plain';

const tones: Record<Tone, string> = {
  green: 'bg-spruce-100 text-ink',
  yellow: 'bg-ochre-100 text-ochre-700',
  red: 'bg-clay-100 text-clay-700',
  blue: 'bg-river-100 text-river-700',
  plain: 'bg-cream text-ink-soft',
};

const shapes: Record<Tone, string> = { green: '●', yellow: '◐', red: '✕', blue: '◆', plain: '○' };

/** A status with its color, shape and word. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-medium sm:whitespace-nowrap ${tones[tone]}`}
    >
      <span aria-hidden="true" className="text-[0.6rem]">
        {shapes[tone]}
      </span>
      {children}
    </span>
  );
}

/** The red badge on products for adults only. */
export function AdultBadge() {
  return <span className="adult-badge">{`${useMinimumAge()}+`}</span>;
}
