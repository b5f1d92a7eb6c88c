/** Renders what goes wrong with the Metrc of the demo: it is down, refuses a report, or loses its answer. */
import { Panel } from '#office/kit/panel.tsx';
import { Notice } from '#ui/notice.tsx';
import type { PlayPage } from './play-page-queries.server.ts';
import { PlayPress } from './play-press.tsx';

export function PlayTroubles({
  downUntil,
  refusesNext,
  losesNext,
}: Pick<PlayPage, 'downUntil' | 'refusesNext' | 'losesNext'>) {
  return (
    <Panel title="Troubles" className="mb-8">
      {downUntil === null ? null : (
        <Notice tone="caution" title={`Metrc is down until ${downUntil}.`} className="mb-3" />
      )}
      {refusesNext ? (
        <Notice tone="caution" title="Metrc will refuse the next report." className="mb-3" />
      ) : null}
      {losesNext ? (
        <Notice
          tone="caution"
          title="Metrc will take the next report, and its answer will be lost."
          className="mb-3"
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        {downUntil === null ? (
          <PlayPress press="down" label="Go down for ten minutes" className="w-full sm:w-auto" />
        ) : (
          <PlayPress press="up" label="Come back" className="w-full sm:w-auto" />
        )}
        <PlayPress press="refuse-next" label="Refuse the next report" className="w-full sm:w-auto" />
        <PlayPress press="lose-next" label="Lose the next answer" className="w-full sm:w-auto" />
      </div>
      <p className="mt-3 measure text-sm text-ink-soft">
        The last two wait until the shop reports something: a sale, for example, once Report is on in
        Settings, State tracking.
      </p>
    </Panel>
  );
}
