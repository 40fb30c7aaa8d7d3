import { Upstream } from './errors.js';
import type { CallOptions, PayOptions } from './options.js';
import { Payer, paymentOf, platform, type PayInit } from './pay.js';
import type { Payment } from './receipt.js';
import type { Environment } from './redeem.js';
import { localProblem } from './send.js';

/** A service, a wallet, and what it may spend. */
export interface FareboxOptions extends PayOptions {
  /** Where the service is, such as "https://api.example.com". */
  baseUrl: string;
}

/** An answer, what it cost, and the response, whose body is still to be read. */
export interface Answer<T> {
  data: T;
  /** null when the answer was free. */
  payment: Payment | null;
  response: Response;
}

/** A service that is paid from a wallet. The functions of operations take it as their first argument. */
export interface Farebox {
  readonly baseUrl: string;
  /** What the calls have cost so far, in decimal dollars, with payments that are under way or of unknown outcome. */
  readonly spentUsd: string;
  /** fetch that pays, for any URL that quotes x402 version 2. An answer of 400 and above is thrown. */
  fetch(input: string | URL | Request, init?: PayInit): Promise<Response>;
  /** Calls a route by its description: what the functions of operations do. */
  call<T>(route: Route, input: object | undefined, options?: CallOptions): Promise<Answer<T>>;
}

/** What is to be known of a route to call it. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Decimal dollars by the interface's description; "" when it is free. A higher quote needs the option maxUsd. */
  priceUsd: string;
  /** The answer is no JSON: its text is the data, or a Blob. */
  plain?: boolean;
}

/** A client of the service at options.baseUrl. Without an account it gets free routes, and the quotes of the others. */
export function createFarebox(options: FareboxOptions): Farebox {
  return fareboxIn(options, platform);
}

/** createFarebox with a clock and randomness of its own. */
export function fareboxIn(options: FareboxOptions, env: Environment): Farebox {
  const base = new URL(options.baseUrl);
  if (base.protocol !== 'https:' && base.protocol !== 'http:') {
    throw new TypeError(`baseUrl: ${options.baseUrl} is not an http or https URL`);
  }
  const payer = new Payer(options, env);
  const prefix = base.href.replace(/\/+$/, '');

  return {
    baseUrl: prefix,
    fetch: payer.fetch,
    get spentUsd() {
      return payer.spentUsd;
    },
    async call<T>(route: Route, input: object | undefined, options: CallOptions = {}): Promise<Answer<T>> {
      const [url, init] = requestOf(prefix, route, input ?? {});
      const response = await payer.call(url, init, options, route.priceUsd);
      const payment = paymentOf(response);
      return {
        data: (await read(route, response.clone(), payment)) as T,
        payment,
        response,
      };
    },
  };
}

function requestOf(prefix: string, route: Route, input: object): [URL, RequestInit] {
  const url = new URL(prefix + route.path);
  const headers: Record<string, string> = { accept: 'application/json, text/plain;q=0.9, */*;q=0.8' };
  if (route.method === 'POST') {
    headers['content-type'] = 'application/json';
    return [url, { method: 'POST', headers, body: JSON.stringify(input) }];
  }

  const pairs: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    const items = (Array.isArray(value) ? value : [value]).filter(item => item !== undefined && item !== null);
    if (items.length > 0) pairs.push(`${encodeURIComponent(name)}=${items.map(encodeItem).join(',')}`);
  }
  url.search = pairs.join('&');
  return [url, { method: 'GET', headers }];
}

function encodeItem(item: unknown): string {
  return encodeURIComponent(typeof item === 'object' ? JSON.stringify(item) : String(item));
}

async function read(route: Route, response: Response, payment: Payment | null): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (route.plain) return type.startsWith('text/') ? response.text() : response.blob();

  const body = await response.text();
  let cause: unknown;
  try {
    const data: unknown = JSON.parse(body);
    if (typeof data === 'object' && data !== null) return data;
  } catch (error) {
    cause = error;
  }
  const problem = localProblem(response.status, 'the answer is no JSON object');
  throw new Upstream({ ...problem, body, charged: payment !== null }, cause);
}

/** A function of a route. Without required inputs, the input may be left out. */
export interface Operation<Input, Output> extends Route {
  (
    farebox: Farebox,
    ...rest: undefined extends Input
      ? [input?: Input, options?: CallOptions]
      : [input: Input, options?: CallOptions]
  ): Promise<Answer<Output>>;
}

/** Makes the function of a route. */
export function operation<Input, Output>(
  method: Route['method'],
  path: string,
  priceUsd: string,
  plain = false,
): Operation<Input, Output> {
  const route: Route = { method, path, priceUsd, plain };
  const call = (farebox: Farebox, input?: object, options?: CallOptions): Promise<Answer<Output>> =>
    farebox.call<Output>(route, input, options);
  return Object.assign(call, route) as unknown as Operation<Input, Output>;
}
