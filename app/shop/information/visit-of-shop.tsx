/** Renders address, phone number and hours inside a page, from the frame's data. */
import { useRouteLoaderData } from 'react-router';
import { SHELL_ROUTE } from '#core/ground/frame/shell-route.ts';
import type { ShellData } from '#shop/kit/shell-data.ts';
import { VisitUs } from './posted-hours.tsx';

export function VisitOfShop() {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
  if (!shell?.isOpen) return null;
  return (
    <VisitUs id="find-us" title="How to find us" visit={{ ...shell.store, isPaused: shell.pause !== null }} />
  );
}
