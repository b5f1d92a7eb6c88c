/**
 * Renders the button that opens the camera, for a page that understands scans. What the camera reads goes to the function
 * that the page's scanner has.
 *
 * ```tsx
 * useScanner(scan);
 * <CameraButton onScan={scan} />
 * ```
 */
import { type ComponentType, useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { Camera } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';
import type { CameraDialogProps } from './camera-dialog.tsx';
import type { Wanted } from './read-codes.ts';

export function CameraButton({
  onScan,
  wanted = 'any',
  says,
  isSmall = false,
}: Pick<CameraDialogProps, 'onScan' | 'says'> & {
  wanted?: Wanted;
  /** Where there is little room: its icon alone on screens that are not wide. */
  isSmall?: boolean;
}) {
  const [Dialog, setDialog] = useState<ComponentType<CameraDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const open = async () => {
    try {
      const { CameraDialog } = await import('./camera-dialog.tsx');
      setDialog(() => CameraDialog);
      setOpen(true);
    } catch {
      toast.show('The camera could not be loaded. Check the network, then press again.', { tone: 'error' });
    }
  };
  return (
    <>
      <button
        type="button"
        // Not every browser focuses a pressed button, and the focus returns here.
        onClick={({ currentTarget }) => {
          currentTarget.focus();
          void open();
        }}
        className={buttonClass('secondary', 'normal', 'min-h-12 noscript:hidden')}
      >
        <Camera aria-hidden="true" className="size-5 shrink-0" />
        <span className={isSmall ? 'max-xl:sr-only' : undefined}>Scan with the camera</span>
      </button>
      {Dialog && isOpen ? (
        <Dialog onScan={onScan} wanted={wanted} says={says} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
