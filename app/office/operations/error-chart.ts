/** Turns the errors of the last 24 hours into a bar chart. */
import { drawBars } from '#ui/charts/draw-bars.ts';

export const drawErrors = (hours: readonly { hour: string; errors: number }[]) =>
  drawBars({
    title: 'Errors by hour, in the last 24 hours',
    points: hours.map(({ hour, errors }) => ({ label: hour, value: errors })),
    head: ['Hour from', 'Errors'],
  });
