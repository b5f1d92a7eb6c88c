/** Renders the frame of a page of analytics: its title, its files, both pages as tabs, and the choice of days. */
import type { ReactNode } from 'react';
import { ListTabs } from '#office/kit/list-tabs.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Download, Printer } from '#ui/icons.ts';
import { Notice } from '#ui/notice.tsx';

type Props = {
  title: string;
  tab: 'orders' | 'products';
  /** Of the days and the breakdown, which the other page has, too; without '?'. */
  query: string;
  files: ReactNode;
  form: ReactNode;
  /** The report; null for dates that are no range. */
  children: ReactNode;
};

export function AnalyticsFrame({ title, tab, query, files, form, children }: Props) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">{title}</h1>
        {children ? <span className="flex flex-wrap gap-2 print:hidden">{files}</span> : null}
      </div>
      <ListTabs
        label="Analytics"
        shown={tab}
        tabs={[
          { value: 'orders', label: 'Orders', count: null, to: withQuery('/admin/analytics', query) },
          {
            ...{ value: 'products', label: 'Products', count: null },
            to: withQuery('/admin/analytics/products', query),
          },
        ]}
      />
      {form}
      {children ?? (
        <Notice tone="caution" title="No report for these dates." className="mt-6 max-w-3xl">
          Change the dates above and press Apply.
        </Notice>
      )}
    </>
  );
}

/** A link to a file of the report; a PDF opens in the browser. @param query without '?' */
export function ReportFile({ to, query, label }: { to: string; query: string; label: string }) {
  const Icon = to.endsWith('.pdf') ? Printer : Download;
  return (
    <a href={withQuery(to, query)} className={buttonClass('secondary', 'small', 'min-h-11')}>
      <Icon aria-hidden="true" className="size-4" /> {label}
    </a>
  );
}

const withQuery = (path: string, query: string) => (query ? `${path}?${query}` : path);
