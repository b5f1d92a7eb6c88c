/**
 * A thin bar while the next page is on its way; css waits 150 ms before it shows, so quick pages never flicker. Those
 * who hear the page are told by `RouteChange`.
 */
import { useNavigation } from 'react-router';

export function PendingBar() {
  const busy = useNavigation().state !== 'idle';
  return busy ? <div aria-hidden="true" className="pending-bar" /> : null;
}
