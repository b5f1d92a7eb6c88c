/** Renders, where the cash is counted, that this tablet holds work that may still move cash. */
import { Notice } from '#ui/notice.tsx';
import { actionCount } from './offline-action.ts';
import { useHeld } from './use-connection.ts';

export function UnsentNotice() {
  const { waiting } = useHeld();
  if (waiting.length === 0) return null;
  return (
    <Notice
      tone="caution"
      className="mb-5"
      title={`${actionCount(waiting.length)} on this tablet not sent yet`}
    >
      {waiting.some(({ kind }) => kind === 'hand-over')
        ? 'Some are hand-overs. Wait until they are sent: their cash is in the drawer but not yet on its record.'
        : 'Wait until they are sent, then close the drawer.'}
    </Notice>
  );
}
