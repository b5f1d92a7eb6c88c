/**
 * The shipped texts of the information pages, as their first version. Names in braces are filled from the store's
 * settings when a page is shown. No health claims, no slang (docs/law.md, Advertising).
 */
import type { ContentSection } from '#db/schema/settings.ts';

export type ShippedText = { title: string; intro: string; sections: ContentSection[] };

const about: ShippedText = {
  title: 'About Us',
  intro: '{storeName} is a licensed cannabis farm in {city}, New York.',
  sections: [
    {
      heading: 'Reserve here, pick up at the farm',
      paragraphs: [
        'Choose from our menu and a time to come by. We set your items aside, check your ID at the counter, and you pay when you pick up.',
      ],
    },
    {
      heading: 'Licensed, tested, traceable',
      paragraphs: [
        'We hold a New York State {licenseType} license, number {licenseNumber}. An independent licensed laboratory tests every batch before it goes on the menu, and the batch number stays on it all the way to your bag.',
      ],
    },
  ],
};

const education: ShippedText = {
  title: 'Cannabis Education',
  intro:
    'What is legal in New York, how to recognize tested products, and how to be careful. General information, not medical or legal advice.',
  sections: [
    {
      heading: 'Legal use in New York',
      paragraphs: [
        'Adults 21 and older may possess and use cannabis. People under 21 may not, and it is illegal to buy it for them or give it to them.',
      ],
      list: [
        'You may have up to 3 ounces of cannabis and up to 24 grams of concentrate on you.',
        'You may use it in a private home and in most places where smoking tobacco is allowed. Landlords, hotels, employers, schools and parks may forbid it.',
        'You may not use it in a car, moving or parked.',
        'You may not drive under its influence. That is a crime.',
        'You may not take it across a state line or on a plane, even to a state where it is legal. Federal law still forbids it, on federal land too.',
      ],
    },
    {
      heading: 'What to look for',
      paragraphs: [
        'A tested product from a licensed shop tells you what it is. Before you pay for cannabis anywhere, look for these:',
      ],
      list: [
        "The universal symbol: New York's mark for products that contain THC, with the warning that they are for people 21 and older.",
        'A lab result: a certificate of analysis, reached by the code on the package, with THC and CBD in milligrams and the tests for pesticides, metals and mold.',
        'A batch number and dates: packed on, and use by.',
        'A license: a licensed shop posts its certificate and the verification code at the door. Ours reads {licenseNumber}.',
        'A sealed, child-resistant package with nothing on it that would attract a child.',
      ],
    },
    {
      heading: 'Start low, go slow',
      paragraphs: [
        'Cannabis acts differently on every person, and differently on the same person on another day. Size, sleep, food and experience all matter.',
      ],
      list: [
        'If you inhale it, effects start within minutes and last a few hours. Take one puff and wait 15 minutes before you decide about a second.',
        'If you eat or drink it, effects start after 30 minutes to 2 hours, sometimes 4, and can last 12. Start with 2.5 mg of THC or less, and do not take more because nothing has happened yet. Most people who feel sick took a second piece too soon.',
        'Concentrates are several times stronger than flower. They are not a place to start.',
        'Do not mix with alcohol or with medication. Ask a doctor or pharmacist whether cannabis mixes safely with what you take.',
        'Be somewhere safe, with someone you trust, and with nothing left to do that day.',
      ],
    },
    {
      heading: 'When you should not',
      paragraphs: ['Please do not use cannabis in any of these situations:'],
      list: [
        'You are pregnant, may be, or are nursing.',
        'You are going to drive, work with machines, or look after children.',
        'You or someone in your family has had psychosis or schizophrenia, or you have a heart condition; talk with a doctor first.',
        'You notice that you need more and more, or that it gets in the way of work, sleep or people. Help is free and confidential: {hopeline}.',
      ],
    },
    {
      heading: 'Keep it away from children and pets',
      paragraphs: [
        'Edibles look like food. Keep everything in its package, locked, and out of reach and sight. If a child or a pet has eaten cannabis, do not wait for symptoms.',
      ],
    },
    {
      heading: 'If something goes wrong',
      paragraphs: [
        'Too much can mean panic, vomiting, a racing heart, confusion or deep sleepiness. Sit or lie down, drink water, and let someone stay with you.',
      ],
      list: [
        'Poison Center: {poisonCenter}, free, at any hour, for people and for pets.',
        '911 if someone cannot be woken, has trouble breathing, has a seizure or chest pain.',
        'New York State HOPEline for questions about your own or someone else’s use: {hopeline}.',
        'Suicide and Crisis Lifeline: call or text {crisisLine}.',
      ],
    },
  ],
};

const terms: ShippedText = {
  title: 'Terms & Conditions',
  intro:
    'What you can expect from {storeName}, and what we ask of you when you use this site and reserve with us. By reserving, you agree to these terms.',
  sections: [
    {
      heading: '1. Who we are',
      paragraphs: [
        'This site is run by {legalName}, {address}, holder of New York State {licenseType} license {licenseNumber}. "We" means this company, "you" means the person who uses the site.',
      ],
    },
    {
      heading: '2. Adults only',
      paragraphs: [
        'You must be {minimumAge} or older to use the shop, to have an account and to pick up. We ask when you arrive, check your date of birth at checkout, and check your government-issued ID at every pickup. We must turn away anyone whose age or identity we cannot verify, and anyone who is visibly intoxicated.',
      ],
    },
    {
      heading: '3. Your account',
      paragraphs: [
        'Give us true details, do not share your password, and tell us if someone else has used your account. One person, one account. We may close an account that is used to deceive us, to buy for others or to break the law.',
      ],
    },
    {
      heading: '4. Reserving',
      paragraphs: [
        'This site takes reservations. We sell nothing online and deliver nothing. A reservation sets items aside for you for the pickup time you choose. If you choose no time, we hold the items for at least {holdHours} hours, until the store closes. The sale takes place at our counter, after the ID check, when you pay.',
        'We may refuse or reduce a reservation when a batch is recalled, when a count was wrong, or when the law requires it. We will let you know as soon as we know.',
      ],
    },
    {
      heading: '5. Prices, taxes and payment',
      paragraphs: [
        'Prices are in US dollars and do not include taxes, which are estimated at checkout and shown on your receipt. Payment is cash only, at the store, when you pick up. We give no credit.{atm}',
      ],
    },
    {
      heading: '6. Pickup',
      paragraphs: [
        'Come in person at the time you chose, with a valid driver’s license, state ID, passport or military ID that shows you are {minimumAge} or older. If another adult picks up for you, name them on the order before we pack it: we check their ID, and the purchase counts toward your limit. Items that are not picked up go back on the menu.',
      ],
    },
    {
      heading: '7. Limits',
      paragraphs: [
        'State law limits how much cannabis and concentrate one person may have. We apply these limits to each order, and to your open orders and same-day pickups together. You may not resell what you buy or give it to anyone under 21.',
      ],
    },
    {
      heading: '8. Cancellations and returns',
      paragraphs: [
        'You can cancel a reservation yourself, at no cost, until we start packing it or its pickup time comes. Cannabis cannot be returned or exchanged; if a product is faulty, bring it with its package and we will look into it. Unused merchandise can be returned within 14 days with its receipt.',
      ],
    },
    {
      heading: '9. Your responsibility',
      paragraphs: [
        'Cannabis can impair you and can be addictive. Read labels and warnings, do not drive, store it away from children and pets, and do not take it out of the state. As far as the law allows, we are not liable for harm that comes from disregarding this. Rights that consumer law gives you remain yours.',
      ],
    },
    {
      heading: '10. Changes and law',
      paragraphs: [
        'We may change these terms; the version published when you reserve is the one that counts. The law of the State of New York applies. If one clause does not hold, the others do.',
      ],
    },
    { heading: 'Contact', paragraphs: ['{legalName}, {address}. Phone {phone}, email {email}.'] },
  ],
};

const privacy: ShippedText = {
  title: 'Privacy Policy',
  intro:
    'What we store about you, why, for how long, and how to change or delete it. In short: as little as the law allows.',
  sections: [
    {
      heading: 'What we store',
      paragraphs: [
        'You can browse without an account. When you reserve, we store what we need to hand the order to the right adult:',
      ],
      list: [
        'Account: name, email address, a hash of your password, and phone and address if you give them.',
        'Age: your date of birth. If you enter a driver’s license number, we encrypt it. We also encrypt a photo of your license, and delete it after we have decided, within 30 days at most.',
        'Orders: what you reserved, when you picked it up, what you paid, and that an ID was checked. We do not store the barcode of your ID.',
        'Sign-ins and changes to your account, with time, address and device, so that you and we can notice misuse.',
      ],
    },
    {
      heading: 'What stays on your device',
      paragraphs: [
        'Your browser, not our server, stores the products you viewed last, a copy of the menu for when you are offline, your next pickups while you are signed in, and, for {ageGateDays} days, your answer that you are {minimumAge} or older. It also stores your cart; while you are signed in, we store a copy so that your other devices show it. A few small cookies remember your sign-in, your cart and the health warning shown last, and for half an hour the address of your confirmation email. This site has no advertising or tracking cookies and no code from other companies.',
      ],
    },
    {
      heading: 'What we use it for',
      paragraphs: [
        'To hold and hand over what you reserved, to let you know when it is ready, to store the records the state requires, and to protect accounts. We send offers only if you turn them on. Our messages use neutral wording, so a glance at your phone gives nothing away.',
      ],
    },
    {
      heading: 'Who sees it',
      paragraphs: [
        'Our own staff, as far as their work requires. We log every view of license data. Regulators and courts, where the law requires it. We do not sell or rent data to anyone.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'We store records of sales, taxes, inventory and ID checks for five years, because state rules require it. When you close your account, we delete everything else: identity data at once. The records that remain contain only what the law requires.',
      ],
    },
    {
      heading: 'How it is protected',
      paragraphs: [
        'We encrypt connections and stored license data, store passwords only as hashes, and check access on every request. If data is ever exposed, we notify the people affected and the state without delay, within 30 days at most.',
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        'You can ask what we store about you, correct it, get a copy, or delete your account. Email {email} or call {phone}.',
      ],
    },
    {
      heading: 'Children',
      paragraphs: [
        'The shop is for adults {minimumAge} and older. We do not knowingly store data about anyone younger. If we did, let us know and we will delete it.',
      ],
    },
    { heading: 'Contact', paragraphs: ['{legalName}, {address}. Phone {phone}, email {email}.'] },
  ],
};

/** A group of the FAQ: its questions are headings inside it. */
const questions = (heading: string, answers: Readonly<Record<string, string>>): ContentSection => ({
  heading,
  blocks: Object.entries(answers).flatMap(([question, answer]) => [
    { kind: 'heading', text: question },
    { kind: 'paragraph', text: answer },
  ]),
});

const faq: ShippedText = {
  title: 'FAQ',
  intro: 'Short answers. If yours is missing, call {phone} or write to {email}.',
  sections: [
    questions('Before you come', {
      'What is {storeName}?':
        'A licensed cannabis farm in {city}, New York. You reserve on [this site](/products) and pick up at our counter. License {licenseNumber}.',
      'How old do I have to be?':
        '{minimumAge} or older, without exception: to browse, to reserve, and to pick up.',
      'Which ID do I bring?':
        'A valid driver’s license or non-driver ID of a US state or territory or a Canadian province, a passport of any country, or a US military ID. It must be the card or book itself, not a picture of it, and not expired. We check it every time, even if we know you.',
      'How much may I reserve?':
        'Up to the state’s limit for one adult: 3 ounces of cannabis and 24 grams of concentrate, counting your open orders and same-day pickups. Checkout shows when you reach it.',
      'How do I reach you?': 'Phone {phone}, email {email}, or at the counter: {address}.',
    }),
    questions('Reserving and picking up', {
      'When can I pick up?':
        'At [checkout](/checkout), choose an open time in the next {horizonDays} days, within our posted hours. Each time takes a limited number of orders, so the wait is short.',
      'Can I cancel or change a reservation?':
        'Yes. Open the order under [Your Orders](/orders). Until we start packing it, you can change its items, move its pickup or cancel it, at no cost.',
      'What if I am late, or cannot come?':
        'Let us know on the order’s page under [Your Orders](/orders), or call us, and we will see what we can do. Items that are not picked up go back on the menu after we close. We do not charge you.',
      'Do you deliver?': 'No. Come to the farm; your order will be packed and waiting.',
    }),
    questions('Paying and returning', {
      'How can I pay?':
        'In cash, at the store, when you pick up. We cannot take cards, and nothing is charged online.{atm}',
      'Do I pay online for merchandise?':
        'No. You reserve everything on this site online, merchandise included, and pay for it at the store when you pick it up.',
      'Can I return cannabis?':
        'No. State rules do not let us put cannabis back on sale once it has left, so all cannabis sales are final. If something is wrong with a product, bring it with its package and receipt. Unused merchandise can be returned within 14 days. Our [Terms & Conditions](/terms) have the details.',
    }),
    questions('Safety and your data', {
      'Can I use it in the parking lot, or drive home after?':
        'No. Cannabis may not be used on the farm or in any vehicle, and driving under its influence is a crime. Leave the package sealed until you are home. More is on [Cannabis Education](/education).',
      'Someone took too much. Who do I call?':
        'The Poison Center at {poisonCenter}, free and at any hour; 911 if someone cannot be woken, has trouble breathing, or has a seizure or chest pain.',
      'Is my data safe?':
        'We store little, encrypt what identifies you, and share nothing except where the law requires it. The [Privacy Policy](/privacy) says what we store and for how long.',
    }),
  ],
};

const accessibility: ShippedText = {
  title: 'Accessibility',
  intro:
    'Everyone {minimumAge} or older should be able to use this site and pick up here. This page says what works, what does not work yet, and how to reach us.',
  sections: [
    {
      heading: 'Our standard',
      paragraphs: [
        'The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page. We test each page automatically at phone, tablet and desktop size, and by hand with the keyboard.',
      ],
    },
    {
      heading: 'What works',
      paragraphs: ['On every page, from the menu to the order:'],
      list: [
        'By keyboard alone, with a visible focus and a link that skips to the content.',
        'With a screen reader: headings, landmarks, a name for every control, and announcements of what changes.',
        'At twice the text size, and on narrow screens without scrolling sideways.',
        'In your own high-contrast colors, and without motion if your system asks for that.',
        'Without JavaScript: the menu, the cart, signing in and reserving.',
        'Error messages appear beside the field, and nothing you typed is lost.',
      ],
    },
    {
      heading: 'What does not work well yet',
      paragraphs: [
        'The PDF files of the price list and of receipts are not tagged for screen readers. Pages show the same: every price on the menu, every receipt with its order.',
        'Some product pictures only show the package. The facts beside them describe it.',
      ],
    },
    {
      heading: 'At the counter',
      paragraphs: [
        'Call {phone} before you come and let us know what you need: we can read labels and certificates aloud, write things down, or take more time. The ID check and payment are the same for everyone.',
      ],
    },
    {
      heading: 'Let us know',
      paragraphs: [
        'Is something in your way? Call {phone} or email {email}. Tell us which page it was and what you wanted to do. We answer within two business days. Until we fix it, we will do it for you by phone.',
      ],
    },
  ],
};

/** Every page's shipped text, by slug. */
export const shippedContent = { about, education, terms, privacy, faq, accessibility } as const;
