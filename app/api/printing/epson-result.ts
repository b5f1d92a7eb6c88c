/** Reads what an Epson printer says of a paper (PrintResponseInfo, versions 1.00 to 3.00). Pure. */

export type EpsonResult = {
  /** The printjobid that we gave; null if there is none, as for XML that the printer could not read. */
  job: string | null;
  isPrinted: boolean;
  /** 'EPTR_REC_EMPTY'; '' when it was printed. */
  code: string;
};

/** null for what is no result. Looks for tags alone: the file is at most 64 kB, and nothing in it is run. */
export function readEpsonResult(file: string): EpsonResult | null {
  if (!file.includes('<PrintResponseInfo')) return null;
  const job = /<printjobid>\s*([\w.-]{1,30})\s*<\/printjobid>/.exec(file)?.[1] ?? null;
  // `Response` with a capital letter is about the request; it is an error only where no `response` follows.
  const tag = tagOf(file, 'response') ?? tagOf(file, 'Response');
  const success = tag && attributeOf(tag, 'success');
  if (!tag || !success) return null;
  const code = attributeOf(tag, 'code') ?? '';
  const isPrinted = /^(?:true|1)$/i.test(success);
  return { job, isPrinted, code: isPrinted ? '' : code.slice(0, 60) };
}

function tagOf(file: string, name: string): string | null {
  const from = file.search(new RegExp(`<${name}[\\s/>]`));
  if (from === -1) return null;
  const end = file.indexOf('>', from);
  return end === -1 ? null : file.slice(from, end);
}

function attributeOf(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}\\s*=\\s*"([^"]{0,200})"`, 'i').exec(tag)?.[1] ?? null;
}
