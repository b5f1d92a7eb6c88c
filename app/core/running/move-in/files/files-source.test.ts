/** Files of other systems as records: what comes over, what is left out, and the words for it. */
import { describe, expect, test } from 'vitest';
import { readFiles } from '#tests/support/former/read-files.ts';

describe('customers', () => {
  const square = `First Name,Last Name,Email Address,Phone Number,Street Address 1,City,State,Postal Code,Birthday,Square Customer ID,Groups,Email Subscription Status
Jo,Doe,Jo@Example.com,'+16075550142,1 Farm Rd,Ithaca,NY,14850,1990-05-17,SQ1,Regulars,subscribed
Ann,Lee,ann@example.com,,,,,,05-17,SQ2,"VIP, Do not serve",unsubscribed
No,Mail,,6075550143,,,,,,SQ3,,
Old,One,jo@example.com,,,,,,,SQ4,,
Young,One,young@example.com,,,,,,2008-01-01,SQ5,,subscribed
=cmd|x,<b>Bob</b> http://evil.example,bob@example.com,,,,,,,SQ6,,maybe
`;
  test('of Square come with their name, phone, address and the consent they gave', async () => {
    const { records } = await readFiles('person', { 'customers.csv': square });
    expect(records[0]).toMatchObject({
      ...{ email: 'jo@example.com', name: 'Jo Doe', phone: '(607) 555-0142', address: '1 Farm Rd' },
      ...{ city: 'Ithaca', state: 'NY', zipcode: '14850', birthDate: '1990-05-17', passwordHash: null },
      ...{ isConfirmed: false, role: 'user', isBanned: false, preferences: { promotional: true } },
    });
    expect(records.map(({ email, preferences }) => [email, preferences?.promotional ?? null])).toEqual([
      ['jo@example.com', true],
      ['ann@example.com', false],
      ['bob@example.com', false],
    ]);
  });

  test('without an address, under age and twice are left out in words; a tag that bans, bans', async () => {
    const { records, reasons } = await readFiles('person', { 'customers.csv': square });
    expect(records[1]).toMatchObject({ isBanned: true, banReason: 'Not served in Square: Do not serve' });
    expect(reasons).toEqual([
      'customers.csv, line 3: The date of birth has no year, or is not a date',
      'customers.csv, line 3: Banned, as in the other system',
      'customers.csv, line 4: No email address, which an account here needs: ask at the counter',
      'customers.csv, line 5: Another row has the same email address: the first one counts',
      'customers.csv, line 6: Under 21 by the date of birth',
      'customers.csv, line 7: The name has characters or a web address that mail must not carry, and is written without them',
    ]);
    expect(records[2]?.name).not.toMatch(/[<>:/]/);
  });

  test('whose records name no address are told apart by its hash', async () => {
    const { records } = await readFiles('person', { 'customers.csv': square });
    expect(records[0]?.sourceId).toBe('hash of jo@example.com');
  });
});

describe('products', () => {
  const shopify = `Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Cost per item,Status
blue-dream,Blue Dream,<p>Sweet <b>berry</b></p>,Hudson,Flower,true,Size,3.5g,BD-35,12,$45.00,,a.jpg,20,active
blue-dream,,,,,,,7g,BD-7,-3,80,,,,
blue-dream,,,,,,,,,,,,b.jpg,,
mug,"Mug, 12 oz",Plain,Hudson,Merchandise,true,Title,Default Title,,5,18.00,036000291452,,,archived
`;
  test('of Shopify are one for each variant, with the name of the first row', async () => {
    const { records } = await readFiles('product', { 'products.csv': shopify });
    expect(records).toMatchObject([
      {
        ...{ sourceId: 'Shopify/bd-35', categoryId: 'flower', isArchived: false },
        values: {
          ...{ name: 'Blue Dream', size: '3.5g', retailPrice: 4500, wholesalePrice: 2000, forSale: true },
          description: 'Sweet berry',
        },
      },
      {
        sourceId: 'Shopify/bd-7',
        values: { name: 'Blue Dream', size: '7g', retailPrice: 8000, forSale: true },
      },
      {
        isArchived: true,
        values: { name: 'Mug, 12 oz', size: null, upcCode: '00036000291452', forSale: false },
      },
    ]);
  });

  test('have their stock as opening lots, and no units where more was sold than there was', async () => {
    const { records, reasons } = await readFiles('lot', { 'products.csv': shopify });
    expect(records).toMatchObject([
      { productId: 'Shopify/bd-35', units: 12 },
      { productId: 'Shopify/mug, 12 oz|', units: 5 },
    ]);
    expect(reasons).toEqual(['products.csv, line 3: Fewer than no units']);
  });

  test('that are there twice without a batch have the units of both, and the report says which row', async () => {
    const files = {
      'products.csv': `${shopify}mug,"Mug, 12 oz",,,,true,Title,Default Title,,5,18.00,,,,active\n`,
    };
    const { records, reasons } = await readFiles('lot', files);
    expect(records.map(({ units }) => units)).toEqual([12, 10]);
    expect(reasons).toContain(
      'products.csv, line 6: Another row is the same product: the units of both are added up',
    );
  });

  test('name their categories once, however they are written', async () => {
    const { records } = await readFiles('category', {
      'products.csv': `${shopify}hat,Hat,,,merchandise,true,,,,1,20,,,,active\n`,
    });
    expect(records.map(({ name }) => name)).toEqual(['Flower', 'Merchandise']);
  });

  test('of a farm’s system have a lot for each batch, rooms added up', async () => {
    const files = {
      'inventory.csv': `Product,SKU,Available,Room,Category,Package ID,Batch,Strain,THC,Price
Gelato 3.5g,G1,10,Front,Flower,1A4000000000000000000001,B-1,Gelato,0.245,$50.00
Gelato 3.5g,G1,5,Vault,Flower,1A4000000000000000000001,B-1,Gelato,0.245,$50.00
Gelato 3.5g,G1,7,Vault,Flower,1A4000000000000000000002,B-2,Gelato,22%,$50.00
Shake,G2,12.5,Vault,Flower,1A4000000000000000000003,B-3,,,$2.00
`,
    };
    const products = await readFiles('product', files);
    expect(products.records).toMatchObject([
      {
        sourceId: 'Dutchie/g1',
        values: { size: '3.5g', strainName: 'Gelato', thcBasisPoints: 2450, productType: 'cannabis' },
      },
      { sourceId: 'Dutchie/g2' },
    ]);
    const lots = await readFiles('lot', files);
    expect(
      lots.records.map(({ batchNumber, units, totalThcBasisPoints }) => [
        batchNumber,
        units,
        totalThcBasisPoints,
      ]),
    ).toEqual([
      ['B-1', 15, 2450],
      ['B-2', 7, 2200],
    ]);
    expect(lots.reasons).toEqual(['inventory.csv, line 5: Weighed, not counted: package it, then count it']);
  });

  test('with more fields than columns are left out, because every later cell is another column’s', async () => {
    const files = { 'list.csv': 'Product,Price,Stock\nHat, red,12,3\nCap,10,4\n' };
    const { records, reasons } = await readFiles('product', files);
    expect(records.map(({ values }) => values.name)).toEqual(['Cap']);
    expect(reasons).toContain('list.csv, line 2: More fields than there are columns: is a quote missing?');
    expect((await readFiles('lot', files)).records.map(({ units }) => units)).toEqual([4]);
  });

  test('of WooCommerce have the name of the row above their sizes', async () => {
    const { records } = await readFiles('product', {
      'woo.csv': `ID,Type,SKU,Name,Published,Description,Tax status,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s)
10,variable,OG,OG Kush,1,Earthy,taxable,,,"Flower > Indoor",,Size,"3.5g, 7g"
11,variation,OG-35,OG Kush - 3.5g,1,,taxable,4,45,,id:10,Size,3.5g
12,simple,PIPE,Pipe,0,,taxable,2,9.99,Merchandise,,Color,Blue
`,
    });
    expect(records).toMatchObject([
      { categoryId: 'flower', values: { name: 'OG Kush', size: '3.5g', description: 'Earthy' } },
      { values: { name: 'Pipe', size: null, forSale: false } },
    ]);
  });

  test('with one number for two products are told apart by name', async () => {
    const { records } = await readFiles('product', {
      'list.csv': 'Product,SKU,Price\nA,1,2\nB,1,3\nA,1,2\n',
    });
    expect(records.map(({ sourceId }) => sourceId)).toEqual(['Spreadsheet/1', 'Spreadsheet/b|']);
  });
});

describe('sales', () => {
  const square = `Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Event Type,Customer ID,Customer Name
11/24/2025,14:05:09,Eastern Time (US & Canada),Flower,Gelato,3,3.5g,G1,$10.00,-$0.50,$9.50,$0.76,T1,Payment,SQ1,Jo Doe
11/24/2025,14:05:09,Eastern Time (US & Canada),Merch,Mug,1,Regular,,$18.00,$0.00,$18.00,$1.44,T1,Payment,SQ1,Jo Doe
11/23/2025,10:00:00,Eastern Time (US & Canada),Merch,Mug,-1,Regular,,-$18.00,$0.00,-$18.00,-$1.44,T2,Refund,,
11/22/2025,10:00:00,Eastern Time (US & Canada),Flower,Shake,2.5,,,$5.00,$0.00,$5.00,$0.00,T3,Payment,,
`;
  const customers = 'First Name,Last Name,Email Address,Square Customer ID\nJo,Doe,jo@example.com,SQ1\n';
  const products =
    'Item Name,Variation Name,SKU,Price,Categories\nGelato,3.5g,G1,5,Flower\nMug,Regular,,18,Merch\n';

  test('of a row for each line are one order each, whose sums are kept to the cent', async () => {
    const { records, reasons } = await readFiles('order', {
      'items.csv': square,
      'customers.csv': customers,
      'products.csv': products,
    });
    const totals = records.map(({ lines }) =>
      lines.reduce((all, { unitPrice, quantity, tax }) => all + unitPrice * quantity + tax, 0),
    );
    expect(totals).toEqual([950 + 76 + 1800 + 144, 500]);
    expect(records[0]).toMatchObject({
      ...{ sourceId: 'Square/T1', number: null, email: 'jo@example.com', name: 'Jo Doe', isHistory: true },
      ...{ status: 'completed', paymentStatus: 'paid', createdAt: '2025-11-24T19:05:09.000Z' },
    });
    expect(new Set(records[0]?.lines.map(({ productId }) => productId))).toEqual(
      new Set(['Square/g1', 'Square/mug|']),
    );
    expect(reasons).toEqual([
      'items.csv, line 5: A line was weighed, or has no units: it counts as one',
      'items.csv, line 4: A return whose sale is not in the files: nothing is taken off',
    ]);
  });

  test('of Shopify have their total in the first row, and open ones are left out', async () => {
    const { records, reasons } = await readFiles('order', {
      'orders.csv': `Name,Email,Financial Status,Paid at,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Cancelled at
#1001,jo@example.com,paid,2025-11-24 14:05:09 -0500,63.00,0,5.04,68.04,0,2025-11-24 14:00:00 -0500,1,Blue Dream - 3.5g,45.00,BD-35,Jo Doe,
#1001,jo@example.com,,,,,,,,,1,Mug,18.00,,,
#1002,ann@example.com,refunded,2025-11-23 10:00:00 -0500,45,0,3.60,48.60,0,2025-11-23 10:00:00 -0500,1,Blue Dream - 3.5g,45.00,BD-35,Ann,
#1003,ann@example.com,pending,,45,0,3.60,48.60,0,2025-11-22 10:00:00 -0500,1,Blue Dream - 3.5g,45.00,BD-35,Ann,
`,
    });
    expect(
      records.map(({ number, status, paymentStatus, lines }) => [
        ...[number, status, paymentStatus, lines.length],
        lines.reduce((all, { unitPrice, quantity, tax }) => all + unitPrice * quantity + tax, 0),
      ]),
    ).toEqual([
      [1001, 'completed', 'paid', 2, 6804],
      [1002, 'cancelled', 'refunded', 1, 4860],
    ]);
    expect(reasons).toEqual([
      'orders.csv, line 5: Not finished in the other system: finish it there, or place it here',
    ]);
  });

  test('of Lightspeed have rows of their own for the sale and its payments, which are no lines', async () => {
    const { records } = await readFiles('order', {
      'sales.csv': `Date,Receipt Number,Line Type,Customer Code,Customer Name,Quantity,Subtotal,Sales Tax,Discount,Total,Paid,Details,Register,Status,Sku
2025-11-24 14:05:09,77,Sale,JO,Jo Doe,2,36.00,2.88,0,38.88,38.88,2 X Mug,Main,CLOSED,
2025-11-24 14:05:09,77,Sale Line,JO,Jo Doe,2,36.00,2.88,0,38.88,,Mug,Main,CLOSED,MUG
2025-11-24 14:05:09,77,Payment,JO,Jo Doe,,,,,,38.88,Cash,Main,CLOSED,
`,
    });
    expect(records).toMatchObject([
      { number: 77, lines: [{ name: 'Mug', quantity: 2, unitPrice: 1800, tax: 288 }] },
    ]);
  });

  test('whose rows are apart refuse the file, in words', async () => {
    await expect(
      readFiles('order', {
        'list.csv': 'Order number,Date,Product,Total\n1,1/2/2026,A,5\n2,1/2/2026,A,5\n1,1/2/2026,B,5\n',
      }),
    ).rejects.toThrow('The rows of sale 1 are not together: line 4 of list.csv begins it again.');
  });

  test('without a date, a number or anything sold are left out', async () => {
    const { records, reasons } = await readFiles('order', {
      'list.csv':
        'Order number,Date,Customer email,Total\n1,someday,a@example.com,5\n,1/2/2026,,5\n3,1/2/2026,,\n4,1/2/2026,,7.50\n',
    });
    expect(records.map(({ sourceId }) => sourceId)).toEqual(['Spreadsheet/4']);
    expect(reasons).toEqual([
      'list.csv, line 3: No number of the sale',
      'list.csv, line 2: The date is not one',
      'list.csv, line 4: No product and no total',
      'list.csv, line 5: No lines: its total is one',
    ]);
  });
});
