/**
 * Recognizes the product files of other programs by their heads, and reads their rows as rows of ours: a variant has its
 * product's name and its own size, a category is the first of its path. Their numbers are theirs, so none of them has an
 * ID here.
 */
import type { ImportField, ImportMapping } from '../products/inventory-csv.ts';

/** A row rewritten for the mapped columns; `aside` says why it is no product, `refusal` why it cannot be one. */
export type ShapedRow = { cells: readonly string[]; aside?: string; refusal?: string };

/** Rewrites the rows of one file in their order. */
export type Reshape = (cells: readonly string[]) => ShapedRow;

export type FileShape = {
  /** The program, as people call it. */
  program: string;
  mapping(header: readonly string[]): ImportMapping;
  reshape(header: readonly string[]): Reshape;
};

const plain = (head: string): string => head.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

type Columns = Readonly<Partial<Record<ImportField, readonly string[]>>>;

type Finder = (names: readonly string[]) => number;

/** Finds the first of these columns that the file has, -1 for none; a name that ends with '*' is the beginning of one. */
function finderOf(header: readonly string[]): Finder {
  const heads = header.map(plain);
  const found = new Map<string, number>();
  const find = (name: string) =>
    name.endsWith('*') ? heads.findIndex((head) => head.startsWith(name.slice(0, -1))) : heads.indexOf(name);
  return (names) => {
    const key = names.join(' ');
    const known = found.get(key);
    if (known !== undefined) return known;
    const at = names.map(find).find((column) => column !== -1) ?? -1;
    found.set(key, at);
    return at;
  };
}

function mappingOf(columns: Columns, header: readonly string[]): ImportMapping {
  const columnOf = finderOf(header);
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, names]) => {
      const at = columnOf(names);
      return at === -1 ? [] : [[field, at]];
    }),
  );
}

/** Reads and writes cells by the names of their columns. */
function rowOf(columnOf: Finder, given: readonly string[]) {
  const cells = [...given];
  return {
    cells,
    get: (...names: string[]) => (cells[columnOf(names)] ?? '').trim(),
    set: (text: string, ...names: string[]) => {
      const column = columnOf(names);
      if (column !== -1) cells[column] = text;
    },
  };
}

/** The words of a description in HTML. */
function fromHtml(text: string): string {
  return text
    .replaceAll(/<\s*(?:br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]{0,1000}>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;|&apos;|&rsquo;/g, '’')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\n/g, '\n')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

/** 'Menu > Flower > Indoor, Featured' is 'Flower': the menu has one level. */
function shelfOf(path: string): string {
  const first = path.split(/,\s*/)[0] ?? '';
  const levels = first.split(/\s*>\s*/).filter((level) => !/^(?:menu|shop|products?|all)$/i.test(level));
  return (levels[0] ?? first).replace(/\s*\([A-Z0-9]{16,}\)$/, '').trim();
}

/** Programs count units below zero when more was sold than they knew of. */
const unitsOf = (text: string): string => (/^-\d+(\.0+)?$/.test(text) ? '0' : text);

const shopify: FileShape & { needs: readonly string[] } = {
  program: 'Shopify',
  needs: ['handle', 'title', 'variantprice'],
  mapping: (header) =>
    mappingOf(
      {
        name: ['title'],
        size: ['option1value'],
        stock: ['variantinventoryqty'],
        retailPrice: ['variantprice'],
        wholesalePrice: ['costperitem'],
        forSale: ['status', 'published'],
        category: ['type', 'customproducttype', 'productcategory'],
        upcCode: ['variantbarcode'],
        description: ['bodyhtml'],
      },
      header,
    ),
  reshape: (header) => {
    const columnOf = finderOf(header);
    // Only a product's first line says what its other variants are, too.
    let product: Readonly<Record<string, string>> = {};
    const shared = [
      'title',
      'bodyhtml',
      'type',
      'customproducttype',
      'productcategory',
      'status',
      'published',
    ];
    return (given) => {
      const { cells, get, set } = rowOf(columnOf, given);
      const isNext = get('handle') !== '' && get('handle') === product.handle;
      if (isNext && get('variantprice') === '' && get('option1value') === '')
        return { cells, aside: 'A further picture of the product above. Upload pictures on its page.' };
      if (!isNext) product = { handle: get('handle') };
      for (const name of shared) {
        if (!isNext) product = { ...product, [name]: get(name) };
        else if (get(name) === '') set(product[name] ?? '', name);
      }
      const options = ['option1value', 'option2value', 'option3value'].map((name) => get(name));
      set(options.filter((text) => text !== '' && text !== 'Default Title').join(' / '), 'option1value');
      const category =
        get('type') ||
        get('customproducttype') ||
        (get('productcategory')
          .split(/\s*>\s*/)
          .at(-1) ??
          '');
      set(category, 'type', 'customproducttype', 'productcategory');
      set(fromHtml(get('bodyhtml')), 'bodyhtml');
      set(unitsOf(get('variantinventoryqty')), 'variantinventoryqty');
      return { cells };
    };
  },
};

const woo: FileShape & { needs: readonly string[] } = {
  program: 'WooCommerce',
  needs: ['name', 'regularprice', 'categories', 'taxstatus'],
  mapping: (header) =>
    mappingOf(
      {
        name: ['name'],
        size: ['attribute1values'],
        stock: ['stock'],
        retailPrice: ['regularprice'],
        forSale: ['published'],
        category: ['categories'],
        lowStockLevel: ['lowstockamount'],
        upcCode: ['gtinupceanorisbn'],
        description: ['description', 'shortdescription'],
      },
      header,
    ),
  reshape: (header) => {
    const columnOf = finderOf(header);
    const parents = new Map<string, { name: string; categories: string; description: string }>();
    return (given) => {
      const { cells, get, set } = rowOf(columnOf, given);
      const description = fromHtml(get('description') || get('shortdescription'));
      set(description, 'description', 'shortdescription');
      set(shelfOf(get('categories')), 'categories');
      set(unitsOf(get('stock')), 'stock');
      const kind = get('type').split(/,\s*/)[0];
      if (kind === 'variable' || kind === 'grouped') {
        const parent = { name: get('name'), categories: get('categories'), description };
        parents.set(`id:${get('id')}`, parent).set(get('sku'), parent);
        return { cells, aside: 'Its sizes follow as rows of their own.' };
      }
      if (kind !== 'variation') {
        // An attribute of a product that has no variants may be anything; sizes are called so.
        if (!/size|weight|amount|pack/i.test(get('attribute1name'))) set('', 'attribute1values');
        return { cells };
      }
      const parent = parents.get(get('parent'));
      if (!parent) return { cells };
      set(parent.name, 'name');
      if (get('categories') === '') set(parent.categories, 'categories');
      if (description === '') set(parent.description, 'description', 'shortdescription');
      return { cells };
    };
  },
};

const square: FileShape & { needs: readonly string[] } = {
  program: 'Square',
  needs: ['itemname', 'variationname', 'price'],
  mapping: (header) =>
    mappingOf(
      {
        name: ['itemname'],
        size: ['variationname'],
        stock: ['currentquantity*'],
        retailPrice: ['price'],
        wholesalePrice: ['defaultunitcost'],
        forSale: ['sellable', 'archived', 'squareonlineitemvisibility'],
        category: ['reportingcategory', 'categories', 'category'],
        lowStockLevel: ['stockalertcount*'],
        upcCode: ['gtin'],
        description: ['description'],
      },
      header,
    ),
  reshape: (header) => {
    const columnOf = finderOf(header);
    return (given) => {
      const { cells, get, set } = rowOf(columnOf, given);
      const isOff =
        /^y/i.test(get('archived')) ||
        /^n/i.test(get('sellable')) ||
        /^(?:hidden|unavailable)/i.test(get('squareonlineitemvisibility'));
      set(isOff ? 'no' : 'yes', 'sellable', 'archived', 'squareonlineitemvisibility');
      if (/^regular$/i.test(get('variationname'))) set('', 'variationname');
      if (/^variable$/i.test(get('price'))) set('', 'price');
      const category = ['reportingcategory', 'categories', 'category']
        .map((name) => get(name))
        .find((text) => text !== '');
      set(shelfOf(category ?? ''), 'reportingcategory', 'categories', 'category');
      set(fromHtml(get('description')), 'description');
      set(unitsOf(get('currentquantity*')), 'currentquantity*');
      return { cells };
    };
  },
};

const TAGS = ['tag', 'label', 'packagelabel', 'packagetag', 'package'] as const;
const STATES = [
  'ltstatus',
  'labtestingstate',
  'labtestingstatus',
  'pbno',
  'productionbatchnumber',
  'productionbatch',
];

const metrc: FileShape & { needs: readonly string[] } = {
  program: 'Metrc',
  needs: ['quantity'],
  mapping: (header) =>
    mappingOf(
      {
        name: ['item', 'itemname', 'productname'],
        batchNumber: ['pbno', 'productionbatchnumber', 'productionbatch', 'batchnumber'],
        packageTag: TAGS,
        stock: ['quantity'],
        category: ['category', 'itemcategory', 'productcategoryname', 'itemproductcategoryname'],
        strainName: ['itemstrain', 'itemstrainname', 'strain'],
        packagedOn: ['pkgdate', 'packageddate', 'packagedate', 'date'],
        expiresOn: ['expdate', 'expirationdate', 'usebydate', 'sellbydate'],
      },
      header,
    ),
  reshape: (header) => {
    const columnOf = finderOf(header);
    return (given) => {
      const { cells, get, set } = rowOf(columnOf, given);
      const measure =
        get('unitofmeasure', 'unitofmeasurename', 'uom', 'uofm') ||
        /[a-z]+\.?$/i.exec(get('quantity'))?.[0] ||
        '';
      if (/^(?:g|mg|kg|oz|lb|grams?|milligrams?|kilograms?|ounces?|pounds?)\b/i.test(measure))
        return { cells, refusal: `Measured in ${measure}, not in units: package it first.` };
      const batch = ['pbno', 'productionbatchnumber', 'productionbatch', 'batchnumber'];
      // Each package is a lot; where no batch is named, its tag is the lot's number.
      if (get(...batch) === '') set(get(...TAGS), ...batch);
      set(
        get('category', 'itemcategory', 'productcategoryname', 'itemproductcategoryname').replace(
          /\s*\([^)]*\)$/,
          '',
        ),
        'category',
        'itemcategory',
        'productcategoryname',
        'itemproductcategoryname',
      );
      return { cells };
    };
  },
};

/** The program whose file has this header; null for any other file. */
export function shapeOf(header: readonly string[]): FileShape | null {
  const heads = new Set(header.map(plain));
  const found = [shopify, woo, square].find(({ needs }) => needs.every((head) => heads.has(head)));
  if (found) return found;
  const isMetrc =
    metrc.needs.every((head) => heads.has(head)) &&
    TAGS.some((head) => heads.has(head)) &&
    STATES.some((head) => heads.has(head)) &&
    ['item', 'itemname', 'productname'].some((head) => heads.has(head));
  return isMetrc ? metrc : null;
}
