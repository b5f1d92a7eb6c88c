/** Renders the specification's five switches, and below them the optional grid of events and channels. */
import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { channelLabel } from '#core/notifications/channel.ts';
import { isChosen, mustBeOn, type Preferences } from '#core/notifications/notification-rule.ts';
import { type Choice, choiceRow, choices } from '#core/notifications/notification-table.ts';
import type { Channel } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useUnsavedChanges } from '#ui/form/use-unsaved-changes.tsx';
import { cellName, switchWords } from './preferences.ts';

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
  const leaving = useUnsavedChanges(form, refusal !== undefined);
  const isBusy = useNavigation().formData?.get('intent') === 'save';
  return (
    <>
      <CheckedForm formRef={form} refusal={refusal} className="grid gap-6">
        <ul className="divide-y divide-line border-y border-line">
          {switchWords.map(({ name, label, hint }) => (
            <li key={name}>
              <label className="flex min-h-14 cursor-pointer items-center gap-4 py-3">
                <span className="min-w-0 flex-1">
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
                  // Turning push on for a browser turns this on too, while the page stays.
                  key={String(preferences[name])}
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
        <div>
          <Button type="submit" name="intent" value="save" busy={isBusy} busyText="Saving…">
            Save preferences
          </Button>
        </div>
      </CheckedForm>
      {leaving}
    </>
  );
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
