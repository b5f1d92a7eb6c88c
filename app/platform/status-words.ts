/** The title and sentence that explain an HTTP status to people: one table for every error page. */

export type StatusWords = { title: string; text: string };

export const statusWords: Readonly<Record<number, StatusWords>> = {
  400: {
    title: 'We could not read that request.',
    text: 'Something in the address or the form is wrong. Go back, check it and try again.',
  },
  401: { title: 'Please sign in.', text: 'This page needs your account.' },
  403: {
    title: 'You do not have access to this page.',
    text: 'If you think you should, ask us.',
  },
  404: {
    title: 'Page not found.',
    text: 'There is nothing at this address. It may have moved, or the product is no longer on the menu.',
  },
  405: {
    title: 'You cannot do that here.',
    text: 'Go back to the shop and try again from there.',
  },
  409: {
    title: 'This has changed.',
    text: 'Someone else changed this while you had it open. Reload the page to see the current version.',
  },
  413: {
    title: 'That’s too large.',
    text: 'What you sent is too large. Send less, or a smaller file.',
  },
  414: {
    title: 'That address is too long.',
    text: 'The link may be damaged. Go back to the shop and start from there.',
  },
  415: {
    title: 'We could not read that form.',
    text: 'Go back, reload the page and try again.',
  },
  429: {
    title: 'Too many attempts.',
    text: 'Try again in a minute.',
  },
  500: {
    title: 'Something went wrong on our side.',
    text: 'It’s not your fault. Try again. If it happens again, call us.',
  },
  503: {
    title: 'We will be right back.',
    text: 'The shop is not available right now. Nothing is lost. Try again in a minute.',
  },
};
