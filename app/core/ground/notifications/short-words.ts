/** Makes the text on a lock screen and in a text message: short, and without revealing what kind of shop it is. */

/** Words that would reveal it, in names of products and shops. */
const telling =
  /cannabis|canna|marijuana|weed|\bpot\b|hemp|\bthc\b|\bcbd\b|dispensar|ganja|reefer|\b420\b|bud(?:s|tender)?\b|hash\b/i;

/** Whether a text names the trade. */
export const isTelling = (text: string): boolean => telling.test(text);

/** The shop's name if it does not name the trade. */
export function quietName(storeName: string): string {
  const name = plainAscii(storeName);
  return name === '' || isTelling(name) ? 'Your farm shop' : name.slice(0, 40).trim();
}

/** Characters in one text message in the phones' own alphabet, which includes plain ASCII. */
export const SMS_LENGTH = 160;

/** One text message: who, what, where to look. Without the address when all three are too long. */
export function smsText(storeName: string, brief: string, link: string): string {
  const words = plainAscii(`${quietName(storeName)}: ${brief}`);
  const whole = `${words} ${link}`;
  return whole.length <= SMS_LENGTH && !isTelling(link) ? whole : words.slice(0, SMS_LENGTH);
}

/** Other characters would make phones send it in another alphabet, 70 to a message. */
function plainAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[{}[\]\\^~|`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
