/** Whether JavaScript has taken over the page. */
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while hydrating, so that both draw the same; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
