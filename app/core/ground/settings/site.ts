/** The origin of a site, as it goes into a policy: only characters that cannot end a directive or match another host. */
export const SITE = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/;

export const MOST_SITES = 50;
