/** How a walk-in starts: with the number that was called, and after a good scan by one tick. */
import type { FormEvent } from 'react';

/** After a good scan the picture is all that is left: its tick starts the order. */
export function startByTick({ currentTarget, target }: FormEvent<HTMLFormElement>, isScanned: boolean): void {
  if (isScanned && target instanceof HTMLInputElement && target.name === 'nameMatches' && target.checked)
    currentTarget.requestSubmit();
}

/** The number that was called: '?number=2'. */
export function readTicket(request: Request): number | null {
  const number = Number(new URL(request.url).searchParams.get('number') ?? '');
  return Number.isInteger(number) && number > 0 && number < 10_000 ? number : null;
}
