/** Where reporting to the state's system is started, and its reasons are chosen. */
export const REPORTING_PATH = '/admin/settings/state-tracking/reporting';
