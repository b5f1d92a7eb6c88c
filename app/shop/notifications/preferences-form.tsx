/**
 * Renders the specification's five switches, and below them the optional grid of events and channels. Each is saved as
 * it is flipped, and flips back if that fails; without JavaScript a button saves them all.
 */
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { channelLabel } from '#core/ground/notifications/channel.ts';
import { isChosen, mustBeOn, type Preferences } from '#core/ground/notifications/notification-rule.ts';
import { type Choice, choiceRow, choices } from '#core/ground/notifications/notification-table.ts';
import type { Channel } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { wasChangedEarly } from '#ui/early-presses.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useToast } from '#ui/toast.tsx';
import { cellName, type FlipAnswer, PREFERENCES_UPDATED, switchWords } from './preferences.ts';

type Props = {
  email: string;
  preferences: Preferences;
  /** The grid's columns. */
  channels: readonly Channel[];
  /** Nothing was saved; the checked boxes stay checked, because the page stays. */
  refusal: FormRefusal | undefined;
};

export function PreferencesForm({ email, preferences, channels, refusal }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const save = useSavedAsFlipped(form, preferences);
  return (
    <CheckedForm
      formRef={form}
      refusal={refusal}
      onChange={save}
      // A switch that could not be saved is flipped again by its person.
      data-saves-itself=""
      className="grid gap-6"
    >
      <ul className="divide-y divide-line border-y border-line">
        {switchWords.map(({ name, label, hint }) => (
          <li key={name}>
            <label className="flex min-h-14 cursor-pointer items-center gap-x-4 gap-y-2 py-3 max-[16em]:flex-wrap">
              <span className="min-w-0 flex-1 max-[16em]:basis-full">
                <span className="block font-medium">{label}</span>
                <span id={`${name}-hint`} className="block text-sm text-ink-soft">
                  {name === 'emailNotifications' ? `To ${email}.` : hint}
                </span>
              </span>
              <input
                type="checkbox"
                name={name}
                aria-label={label}
                aria-describedby={`${name}-hint`}
                defaultChecked={preferences[name]}
                className="switch"
              />
            </label>
          </li>
        ))}
      </ul>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-spruce-700 underline underline-offset-4">
          Choose event by event
        </summary>
        <p className="measure mt-2 text-sm text-ink-soft">
          You get a message if it is checked here and switched on above. Security emails are always sent.
        </p>
        <Grid channels={channels} preferences={preferences} />
      </details>
      <div className="hidden noscript:block">
        <Button type="submit" name="intent" value="save">
          Save preferences
        </Button>
      </div>
    </CheckedForm>
  );
}

/**
 * Returns what saves the form's current state and says how that went. Once nothing is on its way, every box shows what
 * is saved: a flip that failed flips back, and turning push on for a browser turns its switch on.
 */
function useSavedAsFlipped(form: RefObject<HTMLFormElement | null>, preferences: Preferences): () => void {
  const { submit, data, state } = useFetcher<FlipAnswer>();
  const toast = useToast();
  // React may show a save that fails at once as no change of `state` at all.
  const [saves, setSaves] = useState(0);
  const save = useCallback(() => {
    if (!form.current) return;
    const sent = new FormData(form.current);
    sent.set('intent', 'flip');
    void submit(sent, { method: 'post' }).then(() => startTransition(() => setSaves((count) => count + 1)));
  }, [form, submit]);
  // What was flipped before the scripts ran.
  useEffect(() => {
    if (form.current && wasChangedEarly(form.current)) save();
  }, [form, save]);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when a save ends or the saved preferences change
  useEffect(() => {
    if (!isFirst.current && state === 'idle') flipToSaved(form.current);
    isFirst.current = false;
  }, [form, state, saves, preferences]);
  useEffect(() => {
    if (!data) return;
    const message = data.refusal?.message ?? PREFERENCES_UPDATED;
    toast.show(message, { tone: data.refusal ? 'error' : 'success', about: 'preferences' });
  }, [data, toast]);
  return save;
}

/** React takes no notice of `reset`: after it, the next flip of a switch that was flipped back is no change to React. */
function flipToSaved(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? [])
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = field.defaultChecked;
}

function Grid({ channels, preferences }: Pick<Props, 'channels' | 'preferences'>) {
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <caption className="sr-only">Notifications by event</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-soft">
          <th scope="col" className="py-2 pr-2 font-medium">
            Event
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-14 px-0 py-2 text-center font-medium sm:w-24">
              {channelLabel[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices
          .filter((choice) => !choiceRow(choice).isForAdmins)
          .map((choice) => (
            <tr key={choice} className="border-b border-line">
              <th scope="row" className="py-1 pr-2 text-sm font-normal">
                {choiceRow(choice).label}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="p-0 text-center">
                  <Cell
                    choice={choice}
                    channel={channel}
                    isOn={isChosen(preferences.choices, choice, channel)}
                  />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Cell({ choice, channel, isOn }: { choice: Choice; channel: Channel; isOn: boolean }) {
  const label = `${choiceRow(choice).label}: ${channelLabel[channel]}`;
  const isFixed = mustBeOn(choice, channel);
  return (
    <label className="grid min-h-11 min-w-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        name={cellName(choice, channel)}
        aria-label={isFixed ? `${label}, always on` : label}
        defaultChecked={isFixed || isOn}
        disabled={isFixed}
        title={isFixed ? 'Always on' : undefined}
        className="size-5 accent-spruce-700"
      />
    </label>
  );
}
