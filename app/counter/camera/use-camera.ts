/** Runs the camera while its page is visible, and passes on each code that counts. */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CameraProblem } from './camera-problem.ts';
import { nextCode, type Shown } from './next-code.ts';
import type { Wanted } from './read-codes.ts';
import { watchCamera } from './watch-camera.ts';

export type CameraState = 'starting' | 'on' | CameraProblem;

type Camera = {
  state: CameraState;
  /** null where there is one camera. */
  switchCamera: (() => void) | null;
  again(): void;
};

export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  wanted: Wanted,
  onCode: (text: string) => void,
): Camera {
  const [state, setState] = useState<CameraState>('starting');
  const [start, setStart] = useState<{ device: string | null }>({ device: null });
  const [devices, setDevices] = useState<{ here: string; all: readonly string[] }>({ here: '', all: [] });
  const isVisible = useSyncExternalStore(onVisibility, isPageVisible);
  const shown = useRef<Shown | null>(null);
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);
  useEffect(() => {
    // A hidden page has no camera; it starts again when someone looks at the page.
    if (!isVisible || video.current === null) return;
    setState('starting');
    return watchCamera({
      video: video.current,
      wanted,
      ...start,
      onStart: (found) => {
        setDevices(found);
        setState('on');
      },
      onCodes: (codes) => {
        const next = nextCode(shown.current, codes, performance.now());
        shown.current = next.shown;
        if (next.counts !== null) latest.current(next.counts);
      },
      onProblem: setState,
    });
  }, [isVisible, video, wanted, start]);
  const { here, all } = devices;
  return {
    state,
    switchCamera:
      all.length > 1 ? () => setStart({ device: all[(all.indexOf(here) + 1) % all.length] ?? null }) : null,
    again: () => setStart({ ...start }),
  };
}

const isPageVisible = () => document.visibilityState === 'visible';

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
