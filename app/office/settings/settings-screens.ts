/**
 * Lists the settings' sections in the order of the overview: one row gives a section its address, its place in
 * overview, side navigation and palette, and its row in the test of who may see it.
 */
import type { Icon } from '#ui/icons/icon.tsx';
import {
  Archive,
  BadgeDollarSign,
  CalendarCheck,
  CalendarClock,
  CalendarOff,
  CirclePause,
  Clock,
  DoorOpen,
  FileBadge,
  FileText,
  Flag,
  KeyRound,
  Landmark,
  Layers,
  ListOrdered,
  PlugZap,
  ReceiptText,
  Replace,
  Scale,
  Store,
  TicketPercent,
  TriangleAlert,
  Undo2,
} from '#ui/icons.ts';

export const settingsGroups = {
  store: 'The store',
  pickup: 'Pickup and orders',
  money: 'Money',
  law: 'Law and security',
  words: 'Words and pages',
  system: 'Connections',
} as const;

export type SettingsScreen = {
  /** Below /admin/settings; also its subject in the audit log. */
  path: string;
  /** Below app/. Its loader requires `settings.manage`. */
  file: string;
  label: string;
  /** One line. */
  description: string;
  /** Other words people search for. */
  keywords: readonly string[];
  icon: Icon;
  group: keyof typeof settingsGroups;
};

/** Only stacked fields: the section's row in settings-sections.ts lists them. */
const FORM = 'office/settings/settings-section.page.tsx';

export const settingsScreens: readonly SettingsScreen[] = [
  {
    path: 'opening',
    file: 'office/settings/opening.page.tsx',
    label: 'Set-up and opening',
    description: 'Remaining set-up steps, and the switch that opens the shop.',
    keywords: ['first run', 'launch', 'open', 'close', 'not open yet'],
    icon: DoorOpen,
    group: 'store',
  },
  {
    path: 'dates',
    file: 'office/store-dates/store-dates.page.tsx',
    label: 'Dates that matter',
    description: 'Licenses, permits, tax returns. Admins are reminded of each.',
    keywords: ['license', 'permit', 'tax return', 'deadline', 'reminder', 'renewal'],
    icon: CalendarCheck,
    group: 'law',
  },
  {
    path: 'store',
    file: FORM,
    label: 'Store facts',
    description: 'Name, address, phone, email, time zone and the words of every page.',
    keywords: ['contact', 'phone', 'address', 'tagline', 'zone', 'atm'],
    icon: Store,
    group: 'store',
  },
  {
    path: 'menu-order',
    file: 'office/settings/menu-order.page.tsx',
    label: 'Menu order',
    description: 'The order of the categories on the home page and the menu.',
    keywords: ['category', 'categories', 'sort', 'shelf', 'first'],
    icon: ListOrdered,
    group: 'store',
  },
  {
    path: 'license',
    file: FORM,
    label: 'License',
    description: 'Legal name, license number and type, as pages and receipts show them.',
    keywords: ['ocm', 'legal', 'number'],
    icon: FileBadge,
    group: 'store',
  },
  {
    path: 'pause',
    file: 'office/pickup-hours/pause.page.tsx',
    label: 'Pause ordering',
    description: 'Stop reservations for a while and tell shoppers why. The menu stays visible.',
    keywords: ['stop', 'close', 'vacation', 'switch off'],
    icon: CirclePause,
    group: 'pickup',
  },
  {
    path: 'hours',
    file: 'office/pickup-hours/hours.page.tsx',
    label: 'Hours',
    description: 'Pickup hours for each day.',
    keywords: ['open', 'week', 'closing'],
    icon: Clock,
    group: 'pickup',
  },
  {
    path: 'exceptions',
    file: 'office/pickup-hours/exceptions.page.tsx',
    label: 'Holidays and special hours',
    description: 'A calendar of days when you are closed or open at other hours.',
    keywords: ['holiday', 'closed', 'exceptions', 'calendar', 'days that differ'],
    icon: CalendarOff,
    group: 'pickup',
  },
  {
    path: 'slots',
    file: FORM,
    label: 'Slots and capacity',
    description: 'Slot length, orders per slot, and how far ahead customers can book.',
    keywords: ['lead time', 'horizon', 'hold'],
    icon: CalendarClock,
    group: 'pickup',
  },
  {
    path: 'holds',
    file: FORM,
    label: 'Holds',
    description: 'How much and how often one customer can reserve.',
    keywords: ['limit', 'per customer', 'cap', 'per hour'],
    icon: Layers,
    group: 'pickup',
  },
  {
    path: 'tax',
    file: 'office/taxes/taxes.page.tsx',
    label: 'Tax',
    description: 'Tax rules with their dates, and the New York preset.',
    keywords: ['excise', 'sales tax', 'new york', 'rate'],
    icon: Landmark,
    group: 'money',
  },
  {
    path: 'price-floor',
    file: FORM,
    label: 'Price floor',
    description: 'The minimum price of cannabis, and what happens below it.',
    keywords: ['minimum', 'wholesale', 'discount'],
    icon: BadgeDollarSign,
    group: 'money',
  },
  {
    path: 'refunds',
    file: FORM,
    label: 'Refunds',
    description: 'How much staff can refund without an admin.',
    keywords: ['money back', 'return', 'limit', 'cash'],
    icon: Undo2,
    group: 'money',
  },
  {
    path: 'discounts',
    file: FORM,
    label: 'Discounts',
    description: 'Whether discounts are allowed, and how they are taxed.',
    keywords: ['sale', 'promotion', 'price', 'tax base'],
    icon: TicketPercent,
    group: 'money',
  },
  {
    path: 'warnings',
    file: 'office/settings/warnings.page.tsx',
    label: 'Warnings and hotlines',
    description: 'The yellow banner, the rotating warnings and the hotlines.',
    keywords: ['banner', 'poison', 'hopeline', '988'],
    icon: TriangleAlert,
    group: 'law',
  },
  {
    path: 'limits',
    file: FORM,
    label: 'Limits and age',
    description: 'Possession limits, the minimum age and the age gate.',
    keywords: ['21', 'grams', 'ounces', 'concentrate', 'edibles'],
    icon: Scale,
    group: 'law',
  },
  {
    path: 'security',
    file: FORM,
    label: 'Staff sign-in',
    description: 'How long staff stay signed in, and two-factor sign-in.',
    keywords: ['session', 'two-factor', '2fa', 'password'],
    icon: KeyRound,
    group: 'law',
  },
  {
    path: 'retention',
    file: 'office/settings/retention.page.tsx',
    label: 'Retention',
    description: 'How long we store license photos, and what the law requires.',
    keywords: ['records', 'privacy', 'delete', 'five years'],
    icon: Archive,
    group: 'law',
  },
  {
    path: 'page-texts',
    file: 'office/page-texts/page-texts.page.tsx',
    label: 'Page texts',
    description: 'The text of the information pages, with every published version.',
    keywords: ['about', 'education', 'terms', 'privacy', 'faq', 'content'],
    icon: FileText,
    group: 'words',
  },
  {
    path: 'flagged-words',
    file: 'office/settings/flagged-words.page.tsx',
    label: 'Flagged words',
    description: 'Words to avoid in advertising. You get a warning when you put a product on sale.',
    keywords: ['banned', 'slang', 'health claims', 'advertising'],
    icon: Flag,
    group: 'words',
  },
  {
    path: 'synonyms',
    file: 'office/settings/synonyms.page.tsx',
    label: 'Search synonyms',
    description: 'Words the shop’s search treats as the same, such as edible and gummy.',
    keywords: ['search', 'words', 'same'],
    icon: Replace,
    group: 'words',
  },
  {
    path: 'price-list',
    file: 'office/settings/price-list-file.page.tsx',
    label: 'Price list',
    description: 'What the Pricing link opens: your PDF, or a list made from the menu.',
    keywords: ['pdf', 'pricing', 'upload'],
    icon: ReceiptText,
    group: 'money',
  },
  {
    path: 'connections',
    file: 'office/settings/connections.page.tsx',
    label: 'Test connections',
    description: 'Test email, text messages, push and file storage.',
    keywords: ['smtp', 'sms', 'push', 's3', 'storage', 'test'],
    icon: PlugZap,
    group: 'system',
  },
];
