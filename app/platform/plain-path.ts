/**
 * A path where only plain words stay: others may be names, numbers of orders, or codes that open something.
 * '/admin/orders/ORD042?x=1' is '/admin/orders/…'.
 */
export function plainPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  const parts = path
    .split('/')
    .slice(1, 7)
    .map((part) => (/^[a-z][a-z-]{0,29}(?:\.(?:data|json|csv|pdf))?$/.test(part) ? part : part && '…'));
  return `/${parts.join('/')}`;
}
