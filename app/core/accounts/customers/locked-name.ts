/** Words about a name that only an admin changes. Apart from `profile.ts`, because browsers load them. */

/** Beside the name of a person at work, in their own profile. */
export const NAME_BY_ADMIN = 'Your name is on the records of your work. Ask an admin to change it.';
