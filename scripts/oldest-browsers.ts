/**
 * The oldest browsers whose scripts run on every page, in the words of the build (README.md). Older ones show the
 * server's pages, which work without scripts. iPhone 8 and X end at Safari 16.6.
 */
export const OLDEST_BROWSERS = ['safari16.4', 'chrome111', 'firefox128'];
