import { members, text } from './base64.js';
import type { Charged, Problem } from './errors.js';
import { parseQuote } from './quote.js';
import { parseSettlement, type Settlement } from './receipt.js';

/** The part of the standard fetch that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request that can be sent several times. */
export interface Call {
  url: string;
  method: string;
  headers: Headers;
  body: ArrayBuffer | null;
  signal: AbortSignal | null;
}

/** An answer that was read whole. */
export interface Reply {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
  statusText: string;
  settlement: Settlement;
  /** A redirect was followed, or is the answer where none is followed. */
  redirected: boolean;
}

export const pendingReason = 'settlement_pending';

/** Reads a request of the standard fetch, with its body, so that it can be sent again. */
export async function newCall(input: string | URL | Request, init?: RequestInit): Promise<Call> {
  const request = new Request(input, init);
  const body = await request.arrayBuffer();
  return {
    url: request.url,
    method: request.method,
    headers: request.headers,
    body: body.byteLength > 0 ? body : null,
    signal: init?.signal ?? (input instanceof Request ? input.signal : null),
  };
}

/** Sends the call once. With a payment, the value of its header, no redirect is followed. */
export async function send(fetch: Fetch, call: Call, timeoutMs: number, payment?: string): Promise<Reply> {
  const headers = new Headers(call.headers);
  headers.delete('payment-signature');
  if (payment !== undefined) headers.set('payment-signature', payment);

  const ended = new AbortController();
  const abort = (): void => ended.abort(call.signal?.reason);
  if (call.signal?.aborted) abort();
  call.signal?.addEventListener('abort', abort);
  const late = new DOMException(`no answer in ${timeoutMs} ms`, 'TimeoutError');
  const timer = setTimeout(() => ended.abort(late), timeoutMs);
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers,
      body: call.body,
      redirect: payment === undefined ? 'follow' : 'manual',
      signal: ended.signal,
    });
    const moved = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
    return {
      status: response.status,
      headers: response.headers,
      body: await response.arrayBuffer(),
      statusText: response.statusText,
      settlement: parseSettlement(response.headers.get('payment-response')),
      redirected: response.redirected || moved,
    };
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', abort);
  }
}

/** The reply as the caller of fetch gets it. */
export function toResponse(reply: Reply): Response {
  return new Response(reply.body.byteLength > 0 ? reply.body : null, {
    status: reply.status,
    statusText: reply.statusText,
    headers: reply.headers,
  });
}

/** Why a 402 asks for a payment, or did not take one. */
export function reasonOf(reply: Reply): string {
  if (reply.settlement.errorReason !== '') return reply.settlement.errorReason;
  const quote = parseQuote(reply.headers.get('payment-required'));
  return typeof quote === 'string' ? '' : quote.error;
}

/**
 * Reads an answer of 400 and above. A seller that does not say what it took has taken nothing when no payment was
 * sent. now is in Unix milliseconds.
 */
export function problemOf(reply: Reply, paid: boolean, now: number): Problem {
  const body = new TextDecoder().decode(reply.body);
  let document: Record<string, unknown> = {};
  try {
    document = members(JSON.parse(body));
  } catch {
    // What is no problem document is kept in body alone.
  }
  const pending = document.error === pendingReason ? pendingReason : '';
  const code = text(document.code) || pending;
  return {
    status: reply.status,
    code,
    field: text(document.field),
    detail: text(document.detail) || reply.statusText.toLowerCase() || 'the request failed',
    retry: text(document.retry),
    requestId: text(document.request_id) || (reply.headers.get('x-request-id') ?? ''),
    retryAfterMs: retryAfter(reply.headers.get('retry-after'), now),
    charged: chargeOf(reply, document.charged, paid, code),
    body,
  };
}

function chargeOf(reply: Reply, said: unknown, paid: boolean, code: string): Charged {
  if (reply.settlement.success) return true;
  if (!paid) return false;
  if (code === pendingReason || typeof said !== 'boolean') return 'maybe';
  return said;
}

/** A problem of the client's own, without an answer. */
export function localProblem(status: number, detail: string): Problem {
  return {
    status,
    code: '',
    field: '',
    detail,
    retry: '',
    requestId: '',
    retryAfterMs: 0,
    charged: false,
    body: '',
  };
}

function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** Says that no connection was had: nobody can have received the request. Browsers do not tell. */
export function neverSent(error: unknown): boolean {
  const code = members((error as { cause?: unknown } | null)?.cause).code;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(text(code));
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message;
}
