import { expect, test } from 'vitest';
import { CALM_MINUTES, nextStep } from './incident.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute));

/** Looks once a minute. Returns the minutes at which a mail goes out, and what it says. */
function watch(isBad: (minute: number) => boolean, minutes: number): string[] {
  let open: { fineSince: Date | null } | null = null;
  const mails: string[] = [];
  for (let minute = 0; minute <= minutes; minute++) {
    const step = nextStep(open, isBad(minute), at(minute));
    if (step === 'open') open = { fineSince: null };
    if (step === 'fine-again') open = { fineSince: at(minute) };
    if (step === 'bad-again') open = { fineSince: null };
    if (step === 'close') open = null;
    if (step === 'open' || step === 'close') mails.push(`${step} ${minute}`);
  }
  return mails;
}

test('what is fine sends nothing, and what is bad for hours sends one mail', () => {
  expect(watch(() => false, 300)).toEqual([]);
  expect(watch(() => true, 300)).toEqual(['open 0']);
});

test('it is over after thirty minutes without a break', () => {
  expect(watch((minute) => minute < 10, 300)).toEqual(['open 0', `close ${10 + CALM_MINUTES}`]);
});

test('what flaps for a day is one incident', () => {
  expect(watch((minute) => minute % 2 === 0, 1440)).toEqual(['open 0']);
  expect(watch((minute) => minute % CALM_MINUTES === 0, 1440)).toEqual(['open 0']);
});

test('bad again after it was over is a new incident', () => {
  expect(watch((minute) => minute === 0 || minute === 60, 100)).toEqual([
    ...['open 0', `close ${1 + CALM_MINUTES}`, 'open 60', `close ${61 + CALM_MINUTES}`],
  ]);
});
