/**
 * Renders the line: who is called next from each lane, who was called where, and numbers for people who come to buy. While no
 * one waits it is one row.
 */
import { Form, Link, useNavigation } from 'react-router';
import { laneWords, MOST_INITIALS, minutesWaited } from '#core/sales/line/line.ts';
import type { CalledNumber, InLine } from '#core/sales/line/line-queries.server.ts';
import type { Lane } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import type { BoardLineUp } from '../day/board.ts';
import { useNow } from '../kit/use-now.ts';

type LineKeys = BoardLineUp['keys'];

type Props = {
  /** null without a network. */
  line: BoardLineUp | null;
  /** The name of this tablet's register; null without one. */
  register: string | null;
  /** When the data was read, in milliseconds since 1970. */
  now: number;
};

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function LineBar({ line, ...rest }: Props) {
  return line ? <LineUp line={line} {...rest} /> : null;
}

function LineUp({
  line: { pickups, walkIns, called, keys },
  register,
  now: loaded,
}: Props & { line: BoardLineUp }) {
  const now = useNow(loaded);
  const sent = useNavigation().formData;
  const isBusy = (intent: string, lane = '') =>
    sent?.get('intent') === intent && (sent.get('lane') ?? '') === lane;
  const isEmpty = pickups.length + walkIns.length + called.length === 0;
  return (
    <section aria-labelledby="line-heading" className={isEmpty ? '' : 'rounded-surface bg-cream p-3'}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="line-heading" className={isEmpty ? 'sr-only' : 'text-base'}>
          In line
        </h2>
        <CallNext lane="pickup" waiting={pickups} {...{ keys, now }} isBusy={isBusy('call', 'pickup')} />
        <CallNext lane="walk-in" waiting={walkIns} {...{ keys, now }} isBusy={isBusy('call', 'walk-in')} />
        {!isEmpty && pickups.length + walkIns.length === 0 ? (
          <p className="text-sm text-ink-soft">No one waits to be called.</p>
        ) : null}
        <GiveNumber keys={keys} isBusy={isBusy('number')} />
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          {register}
          <Link to="/counter/registers" className={link}>
            {register === null ? 'Choose a register' : 'Change'}
            <span className="sr-only"> {register === null ? 'for' : 'the register of'} this tablet</span>
          </Link>
        </p>
      </div>
      {called.length === 0 ? null : (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {called.map((one) => (
            <li key={one.label} className="figures flex flex-wrap items-center gap-x-2">
              <CalledWords called={one} now={now} />
              <Press intent="call-again" lane={one.lane} number={one.number} of={one.label}>
                Call again
              </Press>
            </li>
          ))}
        </ul>
      )}
      {walkIns.length === 0 ? null : (
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm" aria-label="Walk-ins who wait">
          {walkIns.map(({ number, label, initials, since }) => (
            <li key={number} className="figures flex flex-wrap items-center gap-x-2">
              <span>
                <span className="font-semibold">{label}</span> {initials} · {minutesWaited(now, since)}
              </span>
              <Press intent="leave" lane="walk-in" number={number} of={label}>
                Not here
              </Press>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CallNext({
  lane,
  waiting,
  keys,
  now,
  isBusy,
}: {
  lane: Lane;
  waiting: readonly InLine[];
  keys: LineKeys;
  now: number;
  isBusy: boolean;
}) {
  const [next] = waiting;
  if (!next) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="call" />
      <input type="hidden" name="lane" value={lane} />
      <input type="hidden" name="key" value={keys[lane]} />
      <Button type="submit" busy={isBusy} busyText="Calling…" className="figures min-h-12">
        {laneWords[lane].next}: {next.label}
        {next.initials ? ` ${next.initials}` : ''}, {minutesWaited(now, next.since)}
      </Button>
    </Form>
  );
}

function GiveNumber({ keys, isBusy }: { keys: LineKeys; isBusy: boolean }) {
  return (
    <Form key={keys.number} method="post" preventScrollReset className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="intent" value="number" />
      <input type="hidden" name="key" value={keys.number} />
      <input
        name="initials"
        aria-label="Initials of a walk-in"
        placeholder="Initials"
        maxLength={MOST_INITIALS}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-h-12 w-24 rounded-control bg-surface px-3 inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
      />
      <Button type="submit" rank="secondary" busy={isBusy} busyText="Saving…" className="min-h-12">
        Give a number
      </Button>
    </Form>
  );
}

function CalledWords({ called: { label, register, at }, now }: { called: CalledNumber; now: number }) {
  return (
    <span>
      <span className="font-semibold">{label}</span> called{register === null ? '' : ` to ${register}`} ·{' '}
      {minutesWaited(now, at)}
    </span>
  );
}

function Press({
  intent,
  lane,
  number,
  of,
  children,
}: {
  intent: 'call-again' | 'leave';
  lane: Lane;
  number: number;
  of: string;
  children: string;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="lane" value={lane} />
      <input type="hidden" name="number" value={number} />
      <button type="submit" name="intent" value={intent} className={link}>
        {children}
        <span className="sr-only"> {of}</span>
      </button>
    </Form>
  );
}
