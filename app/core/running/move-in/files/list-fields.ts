/**
 * What a file from another system can say: of products, customers or past sales. `names` are the heads under which
 * spreadsheets have it, in lower case, letters and digits only; of several columns the first name here counts. Pure.
 */

export const listKinds = ['products', 'customers', 'sales'] as const;
export type ListKind = (typeof listKinds)[number];

export const listKindLabel: Readonly<Record<ListKind, string>> = {
  products: 'Products',
  customers: 'Customers',
  sales: 'Past sales',
};

/** `need`: fields of one word are alternatives, and a file needs one of each. */
export type ListField = { label: string; names: readonly string[]; need?: string };

const products = {
  name: {
    label: 'Product name',
    need: 'the product’s name',
    names:
      'productname product name itemname item title producttitle menuitem displayname nombre nom artikel produkt',
  },
  size: {
    label: 'Size or variation',
    names:
      'size variationname variant variation packagesize packsize unitsize weight unitweight netweight option1value',
  },
  code: {
    label: 'Their number (SKU, ID)',
    names: 'sku productsku itemsku skucode productid itemid id code itemnumber productcode handle',
  },
  category: {
    label: 'Category',
    names:
      'category categories productcategory itemcategory mastercategory department type producttype classification kategorie categoria categorie',
  },
  price: {
    label: 'Price',
    names:
      'price retailprice regularprice unitprice sellprice sellingprice saleprice salesprice recprice adultuseprice preis precio prix',
  },
  cost: {
    label: 'Cost',
    names: 'cost unitcost wholesaleprice wholesale supplyprice costprice defaultunitcost costperitem',
  },
  forSale: {
    label: 'On sale (yes or no)',
    names: 'forsale active isactive sellable published status enabled onlinestatus menustatus',
  },
  stock: {
    label: 'Units in stock',
    names:
      'stock quantity qty onhand quantityonhand available availableqty currentstock inventory units count instock stockquantity',
  },
  batch: {
    label: 'Batch or lot',
    names: 'batch batchnumber batchno batchid batchname lot lotnumber lotno lotid harvestbatch',
  },
  packageTag: {
    label: 'Package tag of the state',
    names:
      'packagetag packageid package metrctag metrcpackage metrcid statetrackingid tag packagelabel externalpackageid',
  },
  upc: { label: 'UPC', names: 'upc upccode gtin barcode ean variantbarcode productbarcode' },
  brand: { label: 'Brand', names: 'brand brandname vendor manufacturer' },
  strain: { label: 'Strain', names: 'strain strainname' },
  strainType: { label: 'Indica, sativa or hybrid', names: 'straintype prevalence lineagetype speciestype' },
  thc: { label: 'THC %', names: 'thc thcpercent thcpercentage totalthc totalthcpercent thccontent' },
  cbd: { label: 'CBD %', names: 'cbd cbdpercent cbdpercentage totalcbd totalcbdpercent cbdcontent' },
  packagedOn: { label: 'Packaged on', names: 'packagedon packageddate packagedate packdate' },
  expiresOn: {
    label: 'Last day',
    names: 'expireson expirationdate expirydate expiration expiry bestby useby sellby',
  },
  description: {
    label: 'Description',
    names: 'description productdescription longdescription shortdescription beschreibung descripcion',
  },
} as const;

const customers = {
  email: {
    label: 'Email',
    need: 'an email address',
    names:
      'email emailaddress mail emails primaryemail useremail customeremail billingemail correo emailadresse',
  },
  name: {
    label: 'Full name',
    names: 'name fullname customername customer displayname contactname patientname guestname nickname',
  },
  firstName: { label: 'First name', names: 'firstname first givenname forename vorname nombre prenom' },
  lastName: { label: 'Last name', names: 'lastname last surname familyname nachname apellido' },
  code: {
    label: 'Their number of the customer',
    names:
      'customerid customernumber customercode id patientid memberid clientid userid referenceid accountnumber',
  },
  phone: {
    label: 'Phone',
    names: 'phone phonenumber mobile mobilephone cell cellphone telephone primaryphone telefon telefono',
  },
  address: {
    label: 'Street',
    names: 'address address1 street streetaddress streetaddress1 addressline1 billingaddress1 homeaddress',
  },
  address2: { label: 'Apartment', names: 'address2 streetaddress2 addressline2 apartment unit suite' },
  city: { label: 'City', names: 'city town billingcity' },
  state: { label: 'State', names: 'state province provincecode statecode region billingstate' },
  zip: { label: 'ZIP code', names: 'zip zipcode postalcode postcode billingpostcode' },
  birthDate: { label: 'Date of birth', names: 'birthdate birthday dateofbirth dob birth geburtsdatum' },
  accepts: {
    label: 'Agreed to offers (yes or no)',
    names:
      'acceptsemailmarketing acceptsmarketing emailsubscriptionstatus emailoptin marketingoptin optin optedin subscribed emailmarketing newsletter promotionalemails emailconsent',
  },
  declines: {
    label: 'Declined offers (yes or no)',
    names: 'donotemail donotcontact optout emailoptout unsubscribed optedout',
  },
  tags: {
    label: 'Tags or groups',
    names: 'tags tag groups group customergroup customertags customertype labels',
  },
  standing: {
    label: 'Status (banned, active)',
    names: 'status customerstatus banned isbanned blocked standing',
  },
  points: {
    label: 'Loyalty points',
    names: 'loyaltypoints points rewardpoints loyaltybalance pointsbalance pointbalance rewards',
  },
  since: {
    label: 'Customer since',
    names:
      'createdat created datecreated createddate signup signupdate dateregistered joined joindate firstvisit registered registrationdate since',
  },
  licenseId: {
    label: 'License number',
    names:
      'driverslicense driverlicense driverslicensenumber licensenumber dlnumber idnumber licenseid driverslicenseid',
  },
  licenseState: { label: 'State of the license', names: 'driverslicensestate licensestate dlstate idstate' },
} as const;

const sales = {
  order: {
    label: 'Number of the sale',
    need: 'the number of the sale',
    names:
      'ordernumber orderid order transactionid transaction receiptnumber receipt receiptid ticketnumber ticketid ticket invoicenumber invoice saleid salenumber orderno name id',
  },
  date: {
    label: 'Date',
    need: 'the date',
    names:
      'date orderdate createdat transactiondate saledate completeddate closeddate dateclose dateclosed datetime soldat paidat created completedat timestamp datum fecha',
  },
  time: { label: 'Time', names: 'time ordertime saletime transactiontime hour' },
  zone: { label: 'Time zone', names: 'timezone storetimezone' },
  status: {
    label: 'Status',
    names: 'orderstatus status financialstatus salestatus state paymentstatus ticketstatus',
  },
  cancelledAt: { label: 'Canceled on', names: 'cancelledat canceledat voidedat cancellationdate' },
  type: {
    label: 'Sale or return',
    names: 'eventtype saletype transactiontype linetype ordertype type',
  },
  email: {
    label: 'Customer’s email',
    names: 'email customeremail emailbilling billingemail useremail emailaddress',
  },
  customer: {
    label: 'Customer’s name',
    names: 'customername customer billingname guestname patientname buyer client',
  },
  customerCode: {
    label: 'Their number of the customer',
    names: 'customerid customercode patientid clientid guestid',
  },
  product: {
    label: 'Product',
    need: 'the product or a total',
    names: 'productname product item itemname lineitemname lineitem details description menuitem',
  },
  size: {
    label: 'Size or variation',
    names: 'pricepointname variationname variation variant size productvariation',
  },
  code: {
    label: 'Their number of the product (SKU)',
    names: 'sku lineitemsku itemsku productsku productid barcode',
  },
  // Before the units, whose name in brackets is this one.
  unitsLeft: { label: 'Units less returned', names: 'quantityrefund quantitylessreturned' },
  quantity: {
    label: 'Units',
    names: 'quantity qty lineitemquantity units quantitysold itemquantity count itemssold',
  },
  price: {
    label: 'Price of one',
    names: 'lineitemprice unitprice price itemprice itemcost priceperunit retailprice sellprice',
  },
  gross: { label: 'Price of the line', names: 'grosssales gross linetotalbeforediscount extendedprice' },
  discount: {
    label: 'Discount of the line',
    names: 'lineitemdiscount discounts discount discountamount linediscount',
  },
  net: {
    label: 'Price after discount, before tax',
    names: 'netsales subtotal net netprice linesubtotal ordersubtotal orderlinewotax',
  },
  tax: { label: 'Tax of the line', names: 'tax taxes salestax linetax taxamount totaltax orderlinetax' },
  lineTotal: { label: 'Line with tax', names: 'linetotal orderlinetotal itemtotal' },
  // Before the total, whose name in brackets is this one.
  totalLeft: {
    label: 'Total less refunds',
    names: 'totallessrefunds totalafterrefunds totallessrefund netpayment ordertotalamountrefund',
  },
  total: {
    label: 'Total of the sale',
    need: 'the product or a total',
    names:
      'total ordertotal ordertotalamount totalsales grandtotal totalamount totalcollected amountpaid saletotal invoicetotal',
  },
  refund: {
    label: 'Refunded of the sale',
    names:
      'refundedamount refundamount amountrefunded orderrefundamount totalrefunded totalrefund totalrefunds refunded refunds refundtotal partialrefunds',
  },
  lineRefund: {
    label: 'Refunded of the line',
    names:
      'lineitemrefund lineitemrefundedamount itemrefundamount linerefund linetotalrefunded orderlinetotalrefunded',
  },
  returnOf: {
    label: 'Number of the sale that a return is of',
    names:
      'originalorder originalorderid originalordernumber originaltransaction originaltransactionid originalreceipt originalreceiptnumber originalsale originalsaleid originalinvoice originalinvoicenumber originalticket originalticketid returnof returnfor refundof',
  },
  totalTax: { label: 'Tax of the sale', names: 'ordertotaltaxamount ordertax taxtotal totaltaxes' },
} as const;

const split = <K extends string>(
  table: Readonly<Record<K, { label: string; names: string; need?: string }>>,
): Readonly<Record<K, ListField>> =>
  Object.fromEntries(
    Object.entries<{ label: string; names: string; need?: string }>(table).map(
      ([field, { names, ...rest }]) => [field, { ...rest, names: names.split(' ') }],
    ),
  ) as never;

const listFields = {
  products: split(products),
  customers: split(customers),
  sales: split(sales),
} as const;

export type ProductsField = keyof typeof products;
export type CustomersField = keyof typeof customers;
export type SalesField = keyof typeof sales;
export type FieldOf<K extends ListKind> = {
  products: ProductsField;
  customers: CustomersField;
  sales: SalesField;
}[K];

/** Field → index of its column. */
export type ListMapping = Readonly<Record<string, number>>;

/** The fields of a kind with their labels, in the order of the form. */
export const fieldsOf = (kind: ListKind): readonly (readonly [string, ListField])[] =>
  Object.entries(listFields[kind]);

/** What a file still needs before it can be read, in words; of alternatives one is enough. */
export function missingFields(kind: ListKind, mapping: ListMapping): string[] {
  const needs = new Map<string, boolean>();
  for (const [field, { need }] of fieldsOf(kind))
    if (need !== undefined) needs.set(need, needs.get(need) === true || mapping[field] !== undefined);
  return [...needs].flatMap(([need, isThere]) => (isThere ? [] : [need]));
}

/** 'E-mail Address' is 'emailaddress', 'Prénom' is 'prenom', '% THC' is 'thcpercent'. */
export const plainHead = (head: string): string =>
  head
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replaceAll(/[^a-z0-9]+/g, '')
    .replace(/^percent(.+)/, '$1percent');
