/** Files as other systems export them, for stories that bring a shop. */

const CUSTOMER_HEAD =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Province Code,Default Address Zip,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags';

/** This many customers, and one without an address. */
export function bigCustomers(many: number): string {
  const rows = Array.from(
    { length: many },
    (_, at) =>
      `'${7_000_000 + at},Person,Number ${at},person${at}@hosted.example,${at % 3 === 0 ? 'yes' : 'no'},,${at} Hill Road,Delhi,NY,13753,'+1607555${String(at % 10_000).padStart(4, '0')},no,120.50,2,,no,"regular, newsletter"`,
  );
  return [CUSTOMER_HEAD, ...rows, `'1,No,Mail,,no,,,,,,,no,0,0,,no,`, ''].join('\n');
}

/** Sales of one line each. */
export function bigSales(many: number): string {
  const head =
    'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Cancelled at,Id,Tags';
  const rows = Array.from({ length: many }, (_, at) => {
    const month = String((at % 12) + 1).padStart(2, '0');
    const moment = `2025-${month}-15 14:05:09 -0500`;
    return `#${1000 + at},person${at % 5000}@hosted.example,paid,${moment},fulfilled,${moment},no,USD,45.00,0.00,3.60,48.60,,0.00,${moment},1,Blue Dream - 3.5g,45.00,BD-35,Person,,${9_000_000 + at},`;
  });
  return [head, ...rows, ''].join('\n');
}

/** Products and sales of a hosted shop. */
export const hostedShop: Readonly<Record<string, string>> = {
  'products_export.csv': `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Cost per item,Status
blue-dream,Blue Dream,"<p>Sweet <b>berry</b>, calm.</p>",Alder Hill,,Flower,"sale, new",true,Size,3.5g,BD-35,4,24,45.00,,https://cdn.example/a.jpg,20.00,active
blue-dream,,,,,,,,,7g,BD-7,8,10,80.00,,,38.00,
farm-cap,Farm Cap,<p>Moss green.</p>,Alder Hill,,Apparel,,true,Title,Default Title,CAP,80,12,28.00,,,11.00,active
old-mug,Old Mug,,Alder Hill,,Apparel,,false,Title,Default Title,MUG,300,0,12.00,,,4.00,archived
`,
  'orders_export.csv': `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Cancelled at,Id,Tags
#1001,person1@hosted.example,paid,2026-10-24 14:05:09 -0400,fulfilled,2026-10-24 15:00:00 -0400,no,USD,73.00,0.00,5.84,78.84,,0.00,2026-10-24 14:00:00 -0400,1,Blue Dream - 3.5g,45.00,BD-35,Person One,,91,
#1001,person1@hosted.example,,,,,,,,,,,,,,1,Farm Cap,28.00,CAP,,,,
#1002,person2@hosted.example,refunded,2026-10-25 10:00:00 -0400,,,no,USD,28.00,0.00,2.24,30.24,,0.00,2026-10-25 10:00:00 -0400,1,Farm Cap,28.00,CAP,Person Two,,92,
#1003,person3@hosted.example,pending,,,,no,USD,28.00,0.00,2.24,30.24,,0.00,2026-10-26 10:00:00 -0400,1,Farm Cap,28.00,CAP,Person Three,,93,
`,
};
