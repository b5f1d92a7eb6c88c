/** The help beside the upload of a CSV file of products: what each column means. */
import { importColumns } from '#core/goods/catalogue/products/inventory-csv.ts';

/** Each with its title. */
export const importHelp: readonly (readonly [string, string])[] = [
  [
    'Columns',
    `One of the first lines has the column names: ${Object.values(importColumns).join(', ')}. Other names for them are known, and files of WooCommerce, Shopify, Square and Metrc. You can match others after the upload; we save your choice.`,
  ],
  [
    'Which product',
    'A row with an ID from the export updates that product if its name, batch or UPC agrees; another program’s numbers change nothing. A row without an ID updates the product with the same name, strain and size (if the file has these columns). If there is no match, it adds a new product. If the name exists in another size, the preview asks whether it is the same product.',
  ],
  [
    'Empty fields',
    'For an existing product, an empty field changes nothing. For a new product, an empty number is 0, empty text stays empty, and the product is off sale. Rows without a product name are skipped.',
  ],
  [
    'For Sale',
    '“yes”, Y, TRUE, x or 1 puts a product on sale; any other word takes it off sale. Without this column, the preview offers to put new products on sale.',
  ],
  [
    'Category',
    'The name of a category. The preview offers to add the ones that the shop does not have. Without a name, new products go to the category that you choose after the upload.',
  ],
  [
    'Type',
    'What kind of product it is, such as cannabis or apparel; cannabis brings the legal limits, the minimum age and lab tests. Without it, a new product has the type of most products in its category; the preview asks where there are none.',
  ],
  [
    'Counts as',
    'What a unit counts toward under the legal limits: flower, concentrate or edible, with the amount that counts, such as 3.5 g or 100 mg. Cannabis needs both before it goes on sale; the preview can fill them in from category and size.',
  ],
  [
    'UPC',
    'The number under the barcode: UPC, EAN or GTIN, with its check digit, also with spaces or within a GS1 code. A number that lost its leading zeros in a spreadsheet is completed. A row with the UPC of another product is rejected.',
  ],
  [
    'Stock and Batch',
    'Stock is every unit of a product in the building: for sale, reserved, waiting for a test, quarantined, recalled or expired. The export shows the same number. A difference is recorded as a count of the batch in the row; the batch stays on or off sale. A new batch is received with the difference; cannabis in it waits for its test and its certificate. Merchandise needs no batch; units of cannabis without one are left out.',
  ],
  [
    'Spreadsheets',
    'A spreadsheet changes cells of a CSV file when it opens it: 6.03342E+15, 5-Nov for a batch 11-05, 42 for 0042. The preview names each such cell, and what we have stored stays. “Export Excel” in the inventory has only text, which a spreadsheet leaves as it is.',
  ],
  [
    'Files',
    'Excel workbooks (.xlsx), and CSV from Excel, Numbers, Google Sheets or a program, with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252. Up to 200,000 rows. In files with semicolons or tabs, 24,50 and 1.234,50 are prices too.',
  ],
];
