/** Data from a run's set-up to its workers, through the environment that they inherit. */

/** The demo store's sign-ins in journeys. */
export const PASSWORDS = {
  admin: 'river-otter-admin-417',
  staff: 'river-otter-staff-417',
  customer: 'river-otter-customer-417',
} as const;

export type Run = {
  /** Reaches the cluster as a role that may create databases. */
  clusterUrl: string;
  /** The seeded database to clone. */
  template: string;
  /** The folder of the demo store's pictures. */
  dataFolder: string;
};

const VARIABLE = 'FARMGATE_JOURNEYS_RUN';

export function handOver(run: Run): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

export function thisRun(): Run {
  const text = process.env[VARIABLE];
  if (!text) throw new Error('The journeys have not been set up; start them with: npm run test:journeys');
  return JSON.parse(text) as Run;
}
