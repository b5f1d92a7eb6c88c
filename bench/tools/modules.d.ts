/** The parts of the packages used here: types are checked where they are not installed, and autocannon has none. */
declare module 'autocannon' {
  export type AutocannonRequest = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** `context` belongs to a connection, and is emptied when its requests restart. */
    setupRequest?: (request: AutocannonRequest, context: object) => AutocannonRequest;
    onResponse?: (status: number, body: string, context: object, headers: Record<string, string>) => void;
  };
  export type AutocannonOptions = {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    amount?: number;
    overallRate?: number;
    headers?: Record<string, string>;
    requests?: AutocannonRequest[];
  };
  export type AutocannonResult = {
    /** All responses. */
    '2xx': number;
    '3xx': number;
    non2xx: number;
    /** Connection errors and timeouts. */
    errors: number;
    /** Seconds that passed. */
    duration: number;
    /** Milliseconds. */
    latency: { average: number; p50: number; p90: number; p97_5: number; p99: number };
    requests: { total: number };
  };
  export default function autocannon(options: AutocannonOptions): Promise<AutocannonResult>;
}

declare module 'lighthouse' {
  export type Flags = {
    port: number;
    output: 'json';
    logLevel: 'silent';
    onlyCategories: string[];
    extraHeaders?: Record<string, string> | undefined;
  };
  export type Audit = { title: string; score: number | null; numericValue?: number; details?: unknown };
  export type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
  export type Result = {
    lhr: {
      runtimeError?: { message: string };
      categories: Record<string, Category>;
      audits: Record<string, Audit>;
      configSettings: { throttling: { cpuSlowdownMultiplier: number } };
      environment: { benchmarkIndex: number };
    };
    artifacts: { Trace: { traceEvents: unknown[] } };
  };
  export default function lighthouse(url: string, flags: Flags): Promise<Result | undefined>;
}
