/** Renders the dialog with the camera's picture. Loaded at the first press of its button. */
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CircleAlert, CircleCheck } from '#ui/icons.ts';
import { cameraMessage } from './camera-problem.ts';
import type { Wanted } from './read-codes.ts';
import { useCamera } from './use-camera.ts';

/** What the page says about the last code. */
export type CameraSays = { isDone: boolean; text: string };

export type CameraDialogProps = {
  /** The function that a scan of the page's scanner goes to. */
  onScan: (text: string) => void;
  wanted: Wanted;
  /** What it says where the dialog stays open for the next code; undefined where it closes. */
  says?: CameraSays | null;
  onClose: () => void;
};

const hint: Readonly<Record<Wanted, string>> = {
  any: 'Hold a pass, label or license up to the camera.',
  license: 'Hold the wide barcode on the back of the license up to the camera.',
};

/** The same label may be on several units. */
const UNIT_BY_UNIT =
  'Hold the label of a unit up to the camera. Take it away for two seconds before the next unit.';

export function CameraDialog({ onScan, wanted, says, onClose }: CameraDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const isOver = useRef(false);
  const [hasRead, setRead] = useState(false);
  const title = useId();
  const about = useId();
  const close = () => dialog.current?.close();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const { state, switchCamera, again } = useCamera(video, wanted, (text) => {
    if (isOver.current) return;
    setRead(true);
    if (says === undefined) {
      isOver.current = true;
      // First, so that the focus is back where the page expects it.
      close();
    }
    onScan(text);
  });
  const isFailed = state !== 'on' && state !== 'starting';
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      aria-describedby={about}
      className="dialog flex w-[min(44rem,calc(100vw-2rem))] flex-col gap-4 text-base not-open:hidden max-sm:p-4"
      onClose={onClose}
    >
      <div>
        <h2 id={title} className="text-xl">
          Scan with the camera
        </h2>
        <p id={about} className="mt-1 text-ink-soft">
          {says === undefined ? hint[wanted] : UNIT_BY_UNIT}
        </p>
      </div>
      <div className={`relative overflow-hidden rounded-control bg-ink ${isFailed ? 'hidden' : ''}`}>
        {/* Always as high as now: nothing below moves when the picture comes. */}
        <video
          ref={video}
          muted
          playsInline
          aria-label="Picture of the camera"
          className="block aspect-4/3 max-h-[60dvh] w-full object-contain"
        />
        {state === 'starting' ? (
          <p className="absolute inset-0 grid place-items-center p-4 text-center text-lg text-white">
            Starting the camera…
          </p>
        ) : null}
      </div>
      {isFailed ? (
        <p role="alert" className="flex gap-3 rounded-control bg-clay-100 p-4 text-lg font-semibold">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-clay-700" />
          {cameraMessage(state)}
        </p>
      ) : null}
      {says === undefined || isFailed ? null : <Says says={hasRead ? says : null} hasRead={hasRead} />}
      <div className="flex flex-wrap gap-3">
        <Button rank="secondary" size="large" className="grow" onClick={close}>
          Close
        </Button>
        {switchCamera && state === 'on' ? (
          <Button rank="secondary" size="large" className="grow" onClick={switchCamera}>
            Switch camera
          </Button>
        ) : null}
        {isFailed ? (
          <Button size="large" className="grow" onClick={again}>
            Try again
          </Button>
        ) : null}
      </div>
    </dialog>
  );
}

/** Its room is there from the start, so that the buttons do not move between two units. */
function Says({ says, hasRead }: { says: CameraSays | null; hasRead: boolean }) {
  const Icon = says?.isDone ? CircleCheck : CircleAlert;
  const look = !says
    ? 'bg-cream text-ink-soft'
    : says.isDone
      ? 'bg-spruce-100 font-semibold'
      : 'bg-clay-100 font-semibold text-clay-700';
  return (
    <p
      role={says && !says.isDone ? 'alert' : 'status'}
      className={`figures flex min-h-15 items-center gap-3 rounded-control px-4 py-2 text-lg wrap-anywhere ${look}`}
    >
      {says ? <Icon aria-hidden="true" className="size-6 shrink-0" /> : null}
      {says?.text ?? (hasRead ? 'Checking…' : 'Nothing read yet.')}
    </p>
  );
}
