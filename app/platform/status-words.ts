/** What a status means to a person, in a title and a sentence: one table for every page that says so. */

export type StatusWords = { title: string; text: string };

export const statusWords: Readonly<Record<number, StatusWords>> = {
  400: {
    title: 'We could not read that request.',
    text: 'Something in the address or the form was not as we expect it. Go back, check it and try again.',
  },
  401: { title: 'Please sign in.', text: 'This page needs your account.' },
  403: {
    title: 'This is not open to you.',
    text: 'Your account has no access here. If you think it should, ask us.',
  },
  404: {
    title: 'Page not found.',
    text: 'There is nothing at this address. It may have moved, or the product is no longer on the menu.',
  },
  405: {
    title: 'That cannot be done here.',
    text: 'This address takes no such request. Go back to the shop and try from there.',
  },
  409: {
    title: 'Something changed meanwhile.',
    text: 'What you were working on is no longer as it was. Load the page again to see how it stands now.',
  },
  413: {
    title: 'That is more than we can take.',
    text: 'What you sent is too large. Send less, or a smaller file.',
  },
  414: {
    title: 'That address is too long.',
    text: 'The link may have been damaged on its way. Go back to the shop and start from there.',
  },
  415: {
    title: 'We could not read that form.',
    text: 'It was not sent in a form we know. Go back, load the page again and try once more.',
  },
  429: {
    title: 'Too many tries.',
    text: 'You have asked for this many times in a row. Wait a minute, then try again.',
  },
  500: {
    title: 'Something went wrong on our side.',
    text: 'It is not your doing, and we have a note of it. Try again; if it stays like this, call us.',
  },
  503: {
    title: 'We will be right back.',
    text: 'The shop cannot answer just now. Nothing of yours is lost. Try again in a minute.',
  },
};
