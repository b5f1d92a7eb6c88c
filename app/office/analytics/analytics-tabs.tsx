/** Renders the two pages of analytics as tabs; the chosen days stay. */
import { ListTabs } from '#office/kit/list-tabs.tsx';

/** @param query of the report, without '?' */
export function AnalyticsTabs({ shown, query }: { shown: 'orders' | 'products'; query: string }) {
  const at = (path: string) => (query ? `${path}?${query}` : path);
  return (
    <ListTabs
      label="Analytics"
      shown={shown}
      tabs={[
        { value: 'orders', label: 'Orders', count: null, to: at('/admin/analytics') },
        { value: 'products', label: 'Products', count: null, to: at('/admin/analytics/products') },
      ]}
    />
  );
}
