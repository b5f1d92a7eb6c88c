/**
 * Renders a thin bar while the next page loads; CSS waits 150 ms before showing it, so quick pages never flicker.
 * `RouteChange` announces it to screen readers.
 */
import { useNavigation } from 'react-router';

export function PendingBar() {
  const busy = useNavigation().state !== 'idle';
  return busy ? <div aria-hidden="true" className="pending-bar" /> : null;
}
