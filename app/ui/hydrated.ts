/** Tells whether JavaScript has taken over the page. */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, so that both render the same; true after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
