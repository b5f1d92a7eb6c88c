/** Renders an active filter as a chip: a link that removes it. */
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { X } from '../icons.ts';

type Props = Pick<ComponentProps<typeof Link>, 'to' | 'state' | 'preventScrollReset'>;

export function ChipLink({ label, ...link }: Props & { label: string }) {
  return (
    <Link
      {...link}
      className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-pill bg-spruce-100 py-1 pr-2.5 pl-3.5 text-sm text-ink hover:bg-spruce-700 hover:text-paper max-sm:min-h-11"
    >
      <span className="sr-only">Remove filter </span>
      <span className="truncate">{label}</span>
      <X aria-hidden="true" className="size-3.75 shrink-0" />
    </Link>
  );
}

/** The link behind two or more chips that removes all of them. */
export function ClearAllLink(link: Props) {
  return (
    <Link
      {...link}
      className="inline-flex min-h-9 items-center px-2 text-sm text-spruce-700 underline underline-offset-4 max-sm:min-h-11"
    >
      Clear all
    </Link>
  );
}
