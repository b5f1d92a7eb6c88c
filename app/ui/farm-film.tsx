/**
 * Plays the farm's short, silent film. It only autoplays for visitors who ask for neither reduced motion nor reduced
 * data, and it can always be paused; without JavaScript the browser's own controls do that.
 */
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#ui/hydrated.ts';
import { Pause, Play } from '#ui/icons.ts';
import { savesData } from '#ui/saves-data.ts';

export function FarmFilm() {
  const film = useRef<HTMLVideoElement>(null);
  const hydrated = useHydrated();
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return;
    // A browser that saves power may refuse; then the poster stays and the button offers to play.
    film.current?.play().catch(() => undefined);
  }, []);

  function toggle() {
    if (film.current?.paused) film.current.play().catch(() => undefined);
    else film.current?.pause();
  }

  const Icon = playing ? Pause : Play;
  return (
    <div className="relative">
      <video
        ref={film}
        muted
        loop
        playsInline
        preload="none"
        controls={!hydrated}
        poster="/media/farm-poster.webp"
        width={1280}
        height={720}
        aria-label="Drawn film of mist over ridges and a river; no sound"
        className="aspect-video h-auto w-full rounded-surface bg-spruce-100 object-cover"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <source src="/media/farm.webm" type="video/webm" />
        <source src="/media/farm.mp4" type="video/mp4" />
      </video>
      {hydrated ? (
        <button
          type="button"
          onClick={toggle}
          className="absolute right-3 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-pill bg-spruce-900/85 px-4 text-sm font-medium text-white hover:bg-spruce-900"
        >
          <Icon aria-hidden="true" className="size-4" />
          {playing ? 'Pause film' : 'Play film'}
        </button>
      ) : null}
    </div>
  );
}
