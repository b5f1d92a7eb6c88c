/** Renders address, phone number and hours inside a page, from the frame's data. */
import { useShell } from '#shop/kit/shell-data.ts';
import { VisitUs } from './posted-hours.tsx';

export function VisitOfShop() {
  const shell = useShell();
  if (!shell?.isOpen) return null;
  return (
    <VisitUs id="find-us" title="How to find us" visit={{ ...shell.store, isPaused: shell.pause !== null }} />
  );
}
