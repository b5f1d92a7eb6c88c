/**
 * The answer to a scan on the board. The router follows no redirect of a request that is older than the page's last load,
 * and the board loads again whenever an order changes: so a scan's redirect becomes data, and the board follows it.
 */

/** Marks the form of a scan. */
export const BY_SCAN = { by: 'scan' } as const;

export type ScanAnswer = { leadsTo: string };
/** To a license: `orders` are the numbers of those that it may be for, `key` is that of its form. */
export type LicenseAnswer = ScanAnswer & { orders: readonly string[]; key: string };

/** @param work makes the answer, or throws it as a redirect */
export async function leadScan<T>(request: Request, work: () => Promise<T>): Promise<T | ScanAnswer> {
  const isScan = (await request.clone().formData()).get('by') === BY_SCAN.by;
  if (!isScan) return work();
  const answer: unknown = await work().catch((thrown: unknown) => {
    if (redirectOf(thrown)) return thrown;
    throw thrown;
  });
  return redirectOf(answer) ?? (answer as T);
}

const redirectOf = (answer: unknown): ScanAnswer | null => {
  const leadsTo = answer instanceof Response ? answer.headers.get('Location') : null;
  return leadsTo === null ? null : { leadsTo };
};

export const isScanAnswer = (answer: unknown): answer is ScanAnswer =>
  typeof answer === 'object' && answer !== null && 'leadsTo' in answer;

export const isLicenseAnswer = (answer: unknown): answer is LicenseAnswer =>
  isScanAnswer(answer) && 'orders' in answer && Array.isArray(answer.orders);
