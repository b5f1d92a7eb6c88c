/** Each system’s files are recognized by their heads, and anything else is proposed by name or refused. */
import { describe, expect, test } from 'vitest';
import { missingFields } from './list-fields.ts';
import { findHeads, proposeMapping, recognize } from './recognize.ts';
import { systemFiles } from './systems.ts';

/** As the systems write them, with columns that no one needs between them. */
const heads: readonly (readonly [system: string, kind: string, head: string])[] = [
  [
    'Square',
    'products',
    'Token,Item Name,Customer-facing Name,Variation Name,SKU,Description,Categories,Reporting Category,GTIN,Sellable,Archived,Price,Default Unit Cost,Current Quantity Main Street,Tax - Sales Tax (8%)',
  ],
  [
    'Square',
    'customers',
    'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status',
  ],
  [
    'Square',
    'sales',
    'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Dining Option,Customer ID,Customer Name',
  ],
  [
    'Square',
    'sales',
    'Date,Time,Time Zone,Gross Sales,Discounts,Service Charges,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Card Entry Methods,Cash,Square Gift Card,Other Tender,Other Tender Type,Tender Note,Fees,Net Total,Transaction ID,Payment ID,Card Brand,PAN Suffix,Device Name,Staff Name,Staff ID,Details,Description,Event Type,Location,Dining Option,Customer ID,Customer Name,Customer Reference ID,Refund Reason,Discount Name,Transaction Status',
  ],
  [
    'Shopify',
    'products',
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Cost per item,Status',
  ],
  [
    'Shopify',
    'customers',
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Zip,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
  ],
  [
    'Shopify',
    'customers',
    'First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt',
  ],
  [
    'Shopify',
    'sales',
    'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Cancelled at,Payment Method,Refunded Amount,Vendor,Outstanding Balance,Id,Tags',
  ],
  [
    'WooCommerce',
    'products',
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Short description,Description,Tax status,In stock?,Stock,Low stock amount,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)',
  ],
  [
    'WooCommerce',
    'products',
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,Kurzbeschreibung,Beschreibung,Steuerstatus,Vorrätig?,Lager,Regulärer Preis,Kategorien,Bilder,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e)',
  ],
  [
    'WooCommerce',
    'customers',
    'Name,Username,Last Active,Date Registered,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code',
  ],
  [
    'WooCommerce',
    'customers',
    'ID,customer_id,user_login,user_pass,user_email,display_name,first_name,last_name,user_registered,billing_first_name,billing_last_name,billing_address_1,billing_city,billing_postcode,billing_phone',
  ],
  [
    'WooCommerce',
    'sales',
    'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Email (Billing),Phone (Billing),Payment Method Title,Cart Discount Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost',
  ],
  [
    'Lightspeed',
    'products',
    'id,handle,sku,composite_name,composite_sku,composite_quantity,name,description,product_category,variant_option_one_name,variant_option_one_value,tags,supply_price,retail_price,tax_name,brand_name,supplier_name,active,track_inventory,inventory_Main_Outlet',
  ],
  [
    'Lightspeed',
    'products',
    'System ID,UPC,EAN,Custom SKU,Manufact. SKU,Item,Qty.,Price,Tax,Brand,Default Cost,Category',
  ],
  [
    'Lightspeed',
    'customers',
    'id,customer_code,company_name,first_name,last_name,email,phone,mobile,physical_address_1,physical_city,physical_postcode,physical_state,date_of_birth,customer_group_name,do_not_email,loyalty_balance',
  ],
  [
    'Lightspeed',
    'sales',
    'Date,Receipt Number,Line Type,Customer Code,Customer Name,Note,Quantity,Subtotal,Sales Tax,Discount,Loyalty,Total,Paid,Details,Register,User,Status,Sku',
  ],
  [
    'Treez',
    'products',
    'unit_of_measure,amount,type,storeid,status,productname,productbrand,product_id,product_category,price_sell,sellable_units,batch_id,state_tracking_id,location_name,expiration_date',
  ],
  [
    'Treez',
    'customers',
    'customer_id,first_name,last_name,email,phone,birthday,patient_type,opt_out,banned,rewards_balance,signup_date,zip',
  ],
  [
    'Treez',
    'sales',
    'store_timezone,date_open,date_close,ticket_number,ticket_id,sale_type,ticketline_id,customer_id,product_name,product_brand,quantity,gross_sales,discounts,net_sales,taxes',
  ],
  [
    'Dutchie',
    'products',
    'Product,SKU,Available,Room,Category,Master Category,Package ID,Batch,Brand,Vendor,Strain,THC,CBD,Cost,Price,Expiration date',
  ],
  [
    'Dutchie',
    'customers',
    'CustomerId,Name,First Name,Last Name,DOB,Cell Phone,Email,Address,City,State,Zip,MMJ ID,Drivers License,Customer Type,Status,Loyalty Points,Opt In',
  ],
  [
    'Dutchie',
    'sales',
    'Transaction ID,Transaction Date,Transaction Type,Customer Name,Customer ID,Product,SKU,Package ID,Category,Quantity,Unit Price,Gross Sales,Discount,Net Sales,Tax',
  ],
  [
    'Flowhub',
    'products',
    'Product Name,SKU,Brand,Category,Purchase Category,Strain Name,Species,Quantity,Unit of Measure,Price,Cost,Regulatory ID,Batch,Room',
  ],
  [
    'Flowhub',
    'customers',
    'ID,Name,First Name,Last Name,Email,Phone,DOB,Type,Loyal,Points,City,State,Zip,Created At',
  ],
  [
    'Flowhub',
    'sales',
    'Order ID,Completed On,Budtender,Customer Name,Customer ID,Product Name,SKU,Quantity,Unit Price,Discounts,Net Sales,Taxes,Order Status',
  ],
  [
    'Cova',
    'products',
    'Catalog SKU,Product,Classification,Brand,Supplier,Size,Regular Price,Unit Cost,In Stock Qty,Lot,Package ID,THC,CBD,UPC',
  ],
  [
    'Cova',
    'customers',
    'Customer ID,First Name,Last Name,Date of Birth,Email,Phone,Address,City,State,Zip,Pricing Group,Marketing Consent,Loyalty Points',
  ],
  [
    'Cova',
    'sales',
    'Date,Invoice #,Transaction Type,Customer,Product,Catalog SKU,Classification,Net Sold,Gross Sales,Discount,Net Sales,Tax',
  ],
];

/** As the first line of a file, with quotes where a head has a comma. */
const columnsIn = (head: string): string[] =>
  [...head.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describe('a file of another system', () => {
  test.each(heads)('of %s with %s is recognized, and needs no other column', (system, kind, head) => {
    const found = recognize(columnsIn(head));
    expect(found).toMatchObject({ system, kind });
    expect(missingFields(found?.kind ?? 'products', found?.mapping ?? {})).toEqual([]);
  });

  test.each(heads)(
    'of %s with %s is the same in capitals, in another order and with more columns',
    (system, kind, head) => {
      const columns = columnsIn(head);
      const turned = [...columns.toReversed().map((each) => each.toUpperCase()), 'Internal note', ''];
      expect(recognize(turned)).toMatchObject({ system, kind });
    },
  );

  test('is of every system and kind that the table names', () => {
    const known = new Set(heads.map(([system, kind]) => `${system} ${kind}`));
    expect(systemFiles.filter(({ system, kind }) => !known.has(`${system} ${kind}`))).toEqual([]);
  });
});

describe('a column of refunds', () => {
  test.each([
    ['Shopify', 'Refunded Amount', 'refund'],
    ['WooCommerce', 'Order Refund Amount', 'refund'],
    ['WooCommerce', 'Quantity (- Refund)', 'unitsLeft'],
    ['Square', 'Partial Refunds', 'refund'],
  ])('of %s, %s, is what it says', (system, name, field) => {
    const found = heads.filter(
      ([each, kind, head]) => each === system && kind === 'sales' && head.includes(name),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const [, , head] of found) {
      const columns = columnsIn(head);
      expect(recognize(columns)?.mapping[field]).toBe(columns.indexOf(name));
    }
  });

  test('of any list is found by its name, and what is left of a total is not the total', () => {
    const columns = ['Order', 'Date', 'Order Total Amount (- Refund)', 'Refunds', 'Original receipt'];
    expect(proposeMapping(columns, 'sales')).toMatchObject({ totalLeft: 2, refund: 3, returnOf: 4 });
    expect(proposeMapping(columns, 'sales')).not.toHaveProperty('total');
  });
});

describe('any other file', () => {
  test('gets its columns by name', () => {
    expect(recognize(['Name', 'E-Mail', 'Phone #', 'Birthday', 'Opt In'])).toMatchObject({
      system: null,
      kind: 'customers',
      mapping: { name: 0, email: 1, birthDate: 3, accepts: 4 },
    });
    expect(recognize(['Item', 'Price ($)', 'Qty on hand', 'Lot #'])).toMatchObject({
      system: null,
      kind: 'products',
      mapping: { name: 0, price: 1 },
    });
    expect(recognize(['Order #', 'Date', 'Customer Email', 'Total'])).toMatchObject({
      system: null,
      kind: 'sales',
    });
  });

  test('whose columns say nothing is not recognized, and says what it needs once it has a kind', () => {
    expect(recognize(['Foo', 'Bar'])).toBeNull();
    expect(missingFields('customers', proposeMapping(['Foo'], 'customers'))).toEqual(['an email address']);
    expect(missingFields('sales', {})).toEqual([
      'the number of the sale',
      'the date',
      'the product or a total',
    ]);
  });

  test('may have titles above its heads', () => {
    expect(
      findHeads([
        ['Hudson Farm'],
        ['Customers as of 11/24/2026'],
        ['First name', 'Last name', 'Email'],
        ['Jo', 'Doe', 'jo@example.com'],
      ]),
    ).toBe(2);
  });
});
