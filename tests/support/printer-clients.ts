/**
 * Two receipt printers, written from the makers' manuals: Star CloudPRNT (protocol guide 2.4: HTTP methods, printer status
 * codes) and Epson Server Direct Print (user's manual, chapter 3). Each prints into `printed`, and loses power when told.
 */
type Trouble = 'none' | 'paper-out' | 'power-off';
export type Print = Uint8Array;

export class CloudPrntPrinter {
  readonly printed: Print[] = [];
  trouble: Trouble = 'none';
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  poll(statusCode = '200%20OK', more: object = {}): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Star mC-Print3' },
      body: JSON.stringify({
        status: '23 6 0 0 0 0 0 0 0 ',
        printerMAC: '00:11:e5:06:04:ff',
        statusCode,
        clientAction: null,
        ...more,
      }),
    });
  }

  private address(query: Record<string, string>): string {
    return `${this.url}?${new URLSearchParams({ mac: '00:11:e5:06:04:ff', ...query })}`;
  }

  get(type: string, token: string): Promise<Response> {
    return fetch(this.address({ type, token }));
  }

  confirm(code: string, token: string): Promise<Response> {
    return fetch(this.address({ code, token }), { method: 'DELETE' });
  }

  /** One polling interval: asks, prints what it is given, and says so. @returns whether it printed */
  async tick(): Promise<boolean> {
    const answer = await this.poll(this.trouble === 'paper-out' ? '410%20Out%20of%20paper' : '200%20OK');
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
    const told = (await answer.json()) as { jobReady: boolean; mediaTypes?: string[]; jobToken?: string };
    if (!told.jobReady) return false;
    const type = told.mediaTypes?.find((each) => each === 'application/vnd.star.starprnt') ?? '';
    const job = await this.get(type, told.jobToken ?? '');
    if (job.status !== 200) throw new Error(`the paper was answered ${job.status}`);
    if (job.headers.get('Content-Type') !== type) throw new Error('another type was sent');
    const bytes = new Uint8Array(await job.arrayBuffer());
    if (this.trouble === 'power-off') return false;
    this.printed.push(bytes);
    await this.confirm('200 OK', told.jobToken ?? '');
    return true;
  }
}

export class ServerDirectPrinter {
  readonly printed: Print[] = [];
  trouble: Trouble = 'none';
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  send(fields: Record<string, string>): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** One interval. @returns whether it printed */
  async tick(): Promise<boolean> {
    const answer = await this.send({ ConnectionType: 'GetRequest', ID: '' });
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
    if (!/^text\/xml\b/.test(answer.headers.get('Content-Type') ?? ''))
      throw new Error('the answer is no XML');
    const xml = await answer.text();
    if (xml === '') return false;
    const hex = /<epos-print xmlns="[^"]+">\s*<command>((?:[0-9a-f]{2})+)<\/command>/.exec(xml)?.[1];
    const job = /<printjobid>([\w.-]{1,30})<\/printjobid>/.exec(xml)?.[1];
    if (!hex || !job || !xml.includes('<devid>local_printer</devid>'))
      throw new Error(`not understood: ${xml}`);
    if (this.trouble === 'power-off') return false;
    if (this.trouble === 'paper-out') {
      await this.result(job, false, 'EPTR_REC_EMPTY');
      return false;
    }
    this.printed.push(new Uint8Array(Buffer.from(hex, 'hex')));
    await this.result(job, true, '');
    return true;
  }

  result(job: string, success: boolean, code: string): Promise<Response> {
    return this.send({
      ConnectionType: 'SetResponse',
      ID: '',
      ResponseFile: `<?xml version="1.0" encoding="utf-8"?>
<PrintResponseInfo Version="2.00">
<ePOSPrint>
<Parameter><devid>local_printer</devid><printjobid>${job}</printjobid></Parameter>
<PrintResponse>
<response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" success="${success}" code="${code}" status="251854870" battery="0"/>
</PrintResponse>
</ePOSPrint>
</PrintResponseInfo>`,
    });
  }
}
