/**
 * The settings' sections, in the order of the overview: one row gives a section its address, its place in overview, side
 * navigation and palette, and the row of the test that asks who may see it.
 */
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
  type LucideIcon,
  PlugZap,
  ReceiptText,
  Replace,
  Scale,
  Store,
  TicketPercent,
  TriangleAlert,
} from 'lucide-react';

export const settingsGroups = {
  store: 'The store',
  pickup: 'Pickup and orders',
  money: 'Money',
  law: 'Law and security',
  words: 'Words and pages',
  system: 'Connections',
} as const;

export type SettingsScreen = {
  /** Below /admin/settings; also what the audit log calls its subject. */
  path: string;
  /** Below app/. Its loader asks `settings.manage`. */
  file: string;
  label: string;
  /** One line. */
  description: string;
  /** Other words people look for it by. */
  keywords: readonly string[];
  icon: LucideIcon;
  group: keyof typeof settingsGroups;
};

/** Fields one under the other, nothing more: the section's row in settings-sections.ts says which. */
const FORM = 'routes/admin/settings-form.tsx';

export const settingsScreens: readonly SettingsScreen[] = [
  {
    path: 'opening',
    file: 'routes/admin/settings-opening.tsx',
    label: 'Set-up and opening',
    description: 'What is left to set up, and the switch that opens the shop to visitors.',
    keywords: ['first run', 'launch', 'open', 'close', 'not open yet'],
    icon: DoorOpen,
    group: 'store',
  },
  {
    path: 'dates',
    file: 'routes/admin/settings-dates.tsx',
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
    file: 'routes/admin/settings-pause.tsx',
    label: 'Pause ordering',
    description: 'Takes no reservations for a while and says why. The menu stays.',
    keywords: ['stop', 'close', 'vacation', 'switch off'],
    icon: CirclePause,
    group: 'pickup',
  },
  {
    path: 'hours',
    file: 'routes/admin/settings-hours.tsx',
    label: 'Hours',
    description: 'When orders can be picked up, day by day.',
    keywords: ['open', 'week', 'closing'],
    icon: Clock,
    group: 'pickup',
  },
  {
    path: 'exceptions',
    file: 'routes/admin/settings-exceptions.tsx',
    label: 'Holidays and special hours',
    description: 'Days when you are closed or open at other hours, on a calendar.',
    keywords: ['holiday', 'closed', 'exceptions', 'calendar', 'days that differ'],
    icon: CalendarOff,
    group: 'pickup',
  },
  {
    path: 'slots',
    file: FORM,
    label: 'Slots and capacity',
    description: 'How long a pickup slot is, how many orders it takes, how far ahead.',
    keywords: ['lead time', 'horizon', 'hold'],
    icon: CalendarClock,
    group: 'pickup',
  },
  {
    path: 'holds',
    file: FORM,
    label: 'Holds',
    description: 'How much one customer can have reserved at a time.',
    keywords: ['limit', 'per customer', 'cap'],
    icon: Layers,
    group: 'pickup',
  },
  {
    path: 'tax',
    file: 'routes/admin/settings-tax.tsx',
    label: 'Tax',
    description: 'Rules by tax class with the days they hold, and the New York preset.',
    keywords: ['excise', 'sales tax', 'new york', 'rate'],
    icon: Landmark,
    group: 'money',
  },
  {
    path: 'price-floor',
    file: FORM,
    label: 'Price floor',
    description: 'The least that cannabis may cost, and what happens below it.',
    keywords: ['minimum', 'wholesale', 'discount'],
    icon: BadgeDollarSign,
    group: 'money',
  },
  {
    path: 'discounts',
    file: FORM,
    label: 'Discounts',
    description: 'Whether prices may be lower for some days, and what tax is owed on then.',
    keywords: ['sale', 'promotion', 'price', 'tax base'],
    icon: TicketPercent,
    group: 'money',
  },
  {
    path: 'warnings',
    file: 'routes/admin/settings-warnings.tsx',
    label: 'Warnings and hotlines',
    description: 'The yellow banner, the warnings that take turns, and whom to call.',
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
    description: 'How long a sign-in to the back office lasts, and the second factor.',
    keywords: ['session', 'two-factor', '2fa', 'password'],
    icon: KeyRound,
    group: 'law',
  },
  {
    path: 'retention',
    file: 'routes/admin/settings-retention.tsx',
    label: 'Retention',
    description: 'How long license photos are kept, and what the law fixes.',
    keywords: ['records', 'privacy', 'delete', 'five years'],
    icon: Archive,
    group: 'law',
  },
  {
    path: 'page-texts',
    file: 'routes/admin/settings-page-texts.tsx',
    label: 'Page texts',
    description: 'What the information pages say. Every version that was published is kept.',
    keywords: ['about', 'education', 'terms', 'privacy', 'faq', 'content'],
    icon: FileText,
    group: 'words',
  },
  {
    path: 'flagged-words',
    file: 'routes/admin/settings-flagged-words.tsx',
    label: 'Flagged words',
    description: 'Words that advertising should not hold. Whoever puts a product on sale is warned of them.',
    keywords: ['banned', 'slang', 'health claims', 'advertising'],
    icon: Flag,
    group: 'words',
  },
  {
    path: 'synonyms',
    file: 'routes/admin/settings-synonyms.tsx',
    label: 'Search synonyms',
    description: 'Words that mean the same to the shop’s search, such as edible and gummy.',
    keywords: ['search', 'words', 'same'],
    icon: Replace,
    group: 'words',
  },
  {
    path: 'price-list',
    file: 'routes/admin/settings-price-list.tsx',
    label: 'Price list',
    description: 'What the Pricing link opens: a PDF of yours, or a list made from the menu.',
    keywords: ['pdf', 'pricing', 'upload'],
    icon: ReceiptText,
    group: 'money',
  },
  {
    path: 'connections',
    file: 'routes/admin/settings-connections.tsx',
    label: 'Test connections',
    description: 'Whether mail, text messages, push and file storage work, tried out on yourself.',
    keywords: ['smtp', 'sms', 'push', 's3', 'storage', 'test'],
    icon: PlugZap,
    group: 'system',
  },
];
