/** Renders short status labels: always a word, never color alone. */
import type { ReactNode } from 'react';
import { useMinimumAge } from './minimum-age.ts';

export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'plain' | Progress;

/** Four steps of something under way: all yellow, each with a fuller shape and shade than the one before. */
type Progress = 'yellow-1' | 'yellow-2' | 'yellow-3' | 'yellow-4';

const tones: Record<Tone, string> = {
  green: 'bg-spruce-100 text-ink',
  yellow: 'bg-ochre-100 text-ochre-700',
  red: 'bg-clay-100 text-clay-700',
  blue: 'bg-river-100 text-river-700',
  plain: 'bg-cream text-ink-soft',
  'yellow-1': 'text-ochre-700 inset-ring inset-ring-ochre-700/40',
  'yellow-2': 'bg-ochre-100 text-ochre-700',
  'yellow-3': 'bg-ochre-100 text-ochre-700 inset-ring inset-ring-ochre-700/40',
  'yellow-4': 'bg-ochre-700 text-paper',
};

const shapes: Record<Tone, string> = {
  green: '✓',
  yellow: '◐',
  red: '✕',
  blue: '◆',
  plain: '○',
  'yellow-1': '○',
  'yellow-2': '◔',
  'yellow-3': '◕',
  'yellow-4': '●',
};

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
