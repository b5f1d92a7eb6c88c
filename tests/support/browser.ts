/** A browser without a window: stores cookies by origin and follows redirects one by one. */

export type Visit = { url: URL; status: number; text: string };

export class PlainBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Every URL requested, in order. */
  readonly trail: URL[] = [];

  /** Whether the origin has a cookie whose name contains this. */
  has(origin: string, name: string): boolean {
    return [...(this.jars.get(origin)?.keys() ?? [])].some((each) => each.includes(name));
  }

  setCookie(origin: string, cookie: string): void {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    this.jar(origin).set(name, value);
  }

  cookies(origin: string): string {
    return [...this.jar(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** @param stopAt is not requested; the visit ends there with status 0. */
  async visit(address: string, stopAt: (url: URL) => boolean = () => false): Promise<Visit> {
    let url = new URL(address);
    for (let hops = 0; hops < 12; hops++) {
      this.trail.push(url);
      if (stopAt(url)) return { url, status: 0, text: '' };
      const response = await this.send(url, {});
      const to = response.headers.get('location');
      const text = await response.text();
      if (to === null) return { url, status: response.status, text };
      url = new URL(to, url);
    }
    throw new Error(`sent around: ${this.trail.join(' ')}`);
  }

  /** Submits a form of the same origin, and follows its redirects. */
  async post(address: string, fields: Record<string, string>): Promise<Visit> {
    const url = new URL(address);
    const response = await this.send(url, {
      method: 'POST',
      headers: { Origin: url.origin, 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
    const to = response.headers.get('location');
    const text = await response.text();
    return to === null ? { url, status: response.status, text } : this.visit(new URL(to, url).href);
  }

  private jar(origin: string): Map<string, string> {
    const found = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, found);
    return found;
  }

  private async send(url: URL, init: RequestInit): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), Cookie: this.cookies(url.origin) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) this.jar(url.origin).delete(name);
      else this.jar(url.origin).set(name, pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }
}
