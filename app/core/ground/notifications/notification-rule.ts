/** Decides which message reaches whom, and how (specification sections 2 and 3, 'user_preferences'). */
import { type Channel, channels } from '#kernel/statuses.ts';
import {
  type Choice,
  choiceRow,
  choices,
  type NotificationKind,
  notificationTable,
} from './notification-table.ts';

/** The five switches of the specification. */
export type Switches = {
  orderUpdates: boolean;
  accountUpdates: boolean;
  promotional: boolean;
  emailNotifications: boolean;
  pushNotifications: boolean;
};

/** A person's choices by event and channel; missing ones use the shop's default. */
export type Choices = Readonly<Partial<Record<Choice, Readonly<Partial<Record<Channel, boolean>>>>>>;

export type Preferences = Switches & { choices: Choices };

/** The preferences of a customer without a stored choice. Specification section 3. */
export const defaultPreferences: Preferences = {
  orderUpdates: true,
  accountUpdates: true,
  promotional: false,
  emailNotifications: true,
  pushNotifications: false,
  choices: {},
};

/** Other ways to reach a person: a browser with push messages, a verified phone. */
export type Reach = { push: boolean; sms: boolean };

/**
 * The channels a message uses: those on which its kind is wanted, that are wanted in general and are not switched off
 * for this event. A message the person asked for does not need Promotional Updates, and messages that always go out do.
 */
export function channelsFor(
  kind: NotificationKind,
  preferences: Preferences,
  reach: Reach,
): Readonly<Record<Channel, boolean>> {
  const { choice } = notificationTable[kind];
  const { type, always = [], isAskedFor = false } = choiceRow(choice);
  const isKindWanted =
    isAskedFor ||
    {
      order: preferences.orderUpdates,
      account: preferences.accountUpdates,
      other: preferences.promotional,
    }[type];
  const isChannelWanted = {
    bell: true,
    email: preferences.emailNotifications,
    push: preferences.pushNotifications && reach.push,
    sms: reach.sms,
  };
  const isReachable = { bell: true, email: true, ...reach };
  const goes = (channel: Channel) =>
    (always.includes(channel) && isReachable[channel]) ||
    (isKindWanted && isChannelWanted[channel] && isChosen(preferences.choices, choice, channel));
  return { bell: goes('bell'), email: goes('email'), push: goes('push'), sms: goes('sms') };
}

/** Whether a cell of the grid is on: by the person's choice, or else by the shop's default. */
export function isChosen(chosen: Choices, choice: Choice, channel: Channel): boolean {
  return mustBeOn(choice, channel) || (chosen[choice]?.[channel] ?? byItself(choice, channel));
}

/** Whether this cell cannot be switched off. */
export function mustBeOn(choice: Choice, channel: Channel): boolean {
  return choiceRow(choice).always?.includes(channel) ?? false;
}

/** Text messages cost money and attention, so few are on by default. */
function byItself(choice: Choice, channel: Channel): boolean {
  return channel === 'sms' ? (choiceRow(choice).texts ?? false) : true;
}

/** The cells that differ from the default; only these are worth storing. */
export function choicesFrom(isOn: (choice: Choice, channel: Channel) => boolean): Choices {
  const differing = choices.flatMap((choice) => {
    const cells = channels
      .filter((channel) => !mustBeOn(choice, channel) && isOn(choice, channel) !== byItself(choice, channel))
      .map((channel) => [channel, isOn(choice, channel)] as const);
    return cells.length > 0 ? [[choice, Object.fromEntries(cells)] as const] : [];
  });
  return Object.fromEntries(differing);
}

/** Reads stored choices; ignores those the table no longer has. */
export function readChoices(stored: unknown): Choices {
  if (typeof stored !== 'object' || stored === null) return {};
  const given = stored as Record<string, Record<string, unknown> | undefined>;
  const known = choices.map((choice) => {
    const cells = channels
      .map((channel) => [channel, given[choice]?.[channel]] as const)
      .filter((cell): cell is [Channel, boolean] => typeof cell[1] === 'boolean');
    return [choice, Object.fromEntries(cells)] as const;
  });
  return Object.fromEntries(known.filter(([, cells]) => Object.keys(cells).length > 0));
}
