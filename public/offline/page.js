/*
 * Fills the offline page with what this browser keeps: the next pickups of the person signed in, the cart (cart-storage.ts
 * writes it), and the menu as it was last fetched (offline-copy.ts), with the farm's address and hours. All but the pickups is shown to those who have said their age, as in the shop.
 */
const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};
const text = (value) => (typeof value === 'string' ? value : '');
const list = (value) => (Array.isArray(value) ? value : []);

function make(name, words, className) {
  const element = document.createElement(name);
  element.textContent = words;
  if (className) element.className = className;
  return element;
}

function row(name, price, more) {
  const item = document.createElement('li');
  item.append(make('span', name), make('span', price, 'price'));
  if (more) item.append(make('small', more));
  return item;
}

function isAffirmed() {
  const prefix = location.protocol === 'https:' ? '__Host-' : '';
  if (new RegExp(`(?:^|; )${prefix}age_verified=[^;]`).test(document.cookie)) return true;
  try {
    return Date.parse(localStorage.getItem('age_verified')) > Date.now();
  } catch {
    return false;
  }
}

function showCart() {
  const owner = read('cart-mirrored')?.owner ?? null;
  const kept = read(owner === null ? 'cart-storage-guest' : 'cart-storage');
  const items = kept?.owner === owner ? list(kept.items) : [];
  const section = document.getElementById('cart');
  for (const { name, price, quantity } of items) {
    const each = Number(price) >= 0 ? `$${(Number(price) / 100).toFixed(2)} each` : '';
    section.querySelector('ul').append(row(`${Number(quantity)} × ${text(name) || 'One product'}`, each));
  }
  section.hidden = items.length === 0;
}

function showMenu() {
  const kept = read('menu-seen');
  const shelves = list(kept?.menu?.shelves);
  if (shelves.length === 0) return;
  const section = document.getElementById('menu');
  const when = new Date(kept.seenAt).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const { store, licenseNumber, warning, leftOut } = kept.menu;
  section.querySelector('.note').textContent =
    `Seen ${when}. Prices and what is left may be different now.`;
  for (const shelf of shelves) {
    const lines = document.createElement('ul');
    for (const { name, size, price, offer } of list(shelf.lines)) {
      lines.append(row([name, size].filter(Boolean).join(' · '), text(price), text(offer)));
    }
    section.querySelector('div').append(make('h3', text(shelf.name)), lines);
  }
  if (leftOut > 0) section.querySelector('div').append(make('p', `And ${leftOut} more.`));
  section.hidden = false;
  const footer = document.querySelector('footer');
  footer.querySelector('.warning').textContent = text(warning);
  footer.querySelector('.store').textContent = [store, `NYS license ${licenseNumber}`].join(' · ');
  footer.hidden = false;
}

/* Where the farm is, its number, and when it is open; as saved with the menu. */
function showVisit() {
  const { address, phone, hours } = read('menu-seen')?.menu ?? {};
  if (!hours) return;
  const section = document.getElementById('visit');
  const call = make('a', text(phone));
  call.href = `tel:${text(phone).replaceAll(/[^+\d]/g, '')}`;
  section.querySelector('address').append(make('p', text(address)), call);
  for (const { days, hours: open } of [...list(hours.week), ...list(hours.different)]) {
    const line = section.querySelector('table').insertRow();
    const head = make('th', text(days));
    head.scope = 'row';
    line.append(head, make('td', text(open)));
  }
  section.hidden = false;
}

/* The pass of an order, until the end of its pickup day. Nothing here says what was ordered. */
function showPickups() {
  const kept = read('next-pickups');
  const orders = list(kept?.orders).filter(({ until }) => until > Date.now());
  if (orders.length === 0) return localStorage.removeItem('next-pickups');
  const section = document.getElementById('pickups');
  for (const { orderId, pickup, hours, pass } of orders) {
    const card = document.createElement('article');
    card.append(
      make('h3', `Order ${text(orderId)}`),
      make('p', text(pickup), 'when'),
      make('p', `Open that day: ${text(hours)}`),
      square(pass.qr, `Pickup pass ${text(pass.code)}`),
      make('p', text(pass.code), 'code'),
    );
    section.querySelector('div').append(card);
  }
  const { name, address, phone } = kept.store;
  section.querySelector('.where').textContent = [name, address, phone].map(text).join(' · ');
  section.hidden = false;
}

function square({ size, path }, label) {
  const SVG = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${Number(size)} ${Number(size)}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const dark = document.createElementNS(SVG, 'path');
  dark.setAttribute('d', text(path));
  svg.append(dark);
  return svg;
}

showPickups();
if (isAffirmed()) {
  showVisit();
  showCart();
  showMenu();
}

const isHere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Loads the page that was wanted; this one has an address of its own that nobody wants. */
const open = () => (location.pathname === '/offline/page.html' ? location.replace('/') : location.reload());

async function look() {
  if (await isHere()) open();
}

document.getElementById('again').addEventListener('click', async () => {
  const still = document.getElementById('still');
  still.textContent = 'Trying …';
  if (await isHere()) open();
  else still.textContent = 'Still no connection.';
});
addEventListener('online', look);
setInterval(look, 5000);
