/** Renders what is wrong with the backups; docs/operations.md says what the shop's technician does about it. */
import { Notice } from '#ui/notice.tsx';

export function BackupNotice({ warning }: { warning: string | null }) {
  if (warning === null) return null;
  return (
    <Notice tone="caution" title={warning} className="mb-6">
      <p>
        Orders and photos could be lost with this machine. Ask the person who runs it to look at the backups.
      </p>
    </Notice>
  );
}
