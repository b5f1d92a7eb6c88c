/** Defines the accounts that the journal of the books goes to: names for QuickBooks, codes for Xero. */
import type { AccountingSettings } from '#core/ground/settings/settings.ts';
import { fieldsSection, type SettingsField } from '#core/ground/settings/settings-field.ts';
import type { FieldErrors } from '#core/ground/settings/settings-section.ts';

/** A spreadsheet would read such a name as a formula, and its file would then hold another name. */
const isName = (text: string) =>
  /^[=+\-@]/.test(text) ? 'An account cannot begin with =, +, - or @.' : null;

type Key = keyof AccountingSettings;

const account = (key: Key, label: string, hint?: string) => ({
  ...{ kind: 'text' as const, key, label, longest: 100, check: isName },
  ...(hint === undefined ? {} : { hint }),
});

export const accountingFields: readonly SettingsField<Key>[] = [
  {
    kind: 'choice',
    key: 'program',
    label: 'Program',
    words: ['quickbooks', 'xero'],
    options: [
      { value: 'quickbooks', label: 'QuickBooks Online' },
      { value: 'xero', label: 'Xero' },
    ],
    hint: 'QuickBooks finds an account by its name, a sub-account as Parent:Sub. Xero finds it by its code, such as 200.',
  },
  account('cash', 'Cash', 'What customers paid, less what they got back.'),
  account('cannabisSales', 'Sales of cannabis', 'At list prices, before tax.'),
  account('otherSales', 'Other sales', 'Merchandise and food, before tax.'),
  account('discounts', 'Discounts'),
  account('refunds', 'Refunds'),
  account('cannabisTax', 'Tax on cannabis'),
  account('salesTax', 'Tax on other sales'),
  account('rounding', 'Cash rounding'),
  account('advance', 'Paid in advance', 'Where cash and its sale fall on different days.'),
  { ...account('costOfGoods', 'Cost of goods', 'At wholesale prices. Empty leaves it out.'), optional: true },
  { ...account('inventory', 'Inventory', 'What the cost of goods is taken from.'), optional: true },
  account('taxRate', 'Tax rate in Xero', 'The name of the rate for lines without tax of their own.'),
];

const CODE = /^[A-Za-z0-9.-]{1,10}$/;

/** Xero finds accounts by codes; the cost of goods needs both of its accounts. */
function checkAccounts(accounts: AccountingSettings): FieldErrors {
  const { program, costOfGoods, inventory } = accounts;
  const errors: FieldErrors = {};
  if (program === 'xero')
    for (const { key, label } of accountingFields)
      if (key !== 'program' && key !== 'taxRate' && accounts[key] !== '' && !CODE.test(accounts[key]))
        errors[key] = [`${label}: enter the account’s code in Xero, such as 200.`];
  if ((costOfGoods === '') !== (inventory === ''))
    errors[costOfGoods === '' ? 'costOfGoods' : 'inventory'] = [
      'Cost of goods and inventory: enter both accounts, or none.',
    ];
  return errors;
}

export const accountingSection = fieldsSection('accounting', 'accounting', accountingFields, checkAccounts);
