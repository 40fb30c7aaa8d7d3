import { failure, refusal, SettlementPending, type FareboxError, type Problem } from './errors.js';
import { formatUsd } from './money.js';
import type { Settings } from './options.js';
import { readReceipt, type Payment } from './receipt.js';
import {
  localProblem,
  messageOf,
  neverSent,
  pendingReason,
  problemOf,
  reasonOf,
  send,
  type Call,
  type Reply,
} from './send.js';
import type { Signed } from './sign.js';

/** What the loops take from outside. */
export interface Environment {
  /** Unix milliseconds. */
  now(): number;
  /** Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal | null): Promise<void>;
  random(bytes: number): Uint8Array;
  /** Between 0 and 1. */
  jitter(): number;
}

/** What became of a payment. */
export interface Outcome {
  reply?: Reply;
  /** Of reply; missing when the seller waived the price. */
  payment?: Payment;
  /** The 402 that refused the payment beyond doubt. */
  refused?: Reply;
  error?: FareboxError;
}

const firstWait = 500;
const maxWait = 8000;

/**
 * What an answer of 400 and above to a payment means:
 * - final: it stays so
 * - refused: the payment was not taken
 * - unknown: the payment may have been taken, so only the same one may be sent
 * - costless: nothing was taken, and the same payment may have more luck
 */
type Verdict = 'final' | 'refused' | 'unknown' | 'costless';

function judge(problem: Problem, reply: Reply): Verdict {
  const { charged, code, retry, status } = problem;
  if (charged === true || retry === 'never' || retry === 'new_payment') return 'final';
  if (status === 402) return reasonOf(reply) === pendingReason ? 'unknown' : 'refused';
  if (charged === false) {
    const passes = retry === 'same_payment' || (status >= 502 && status <= 504) || status === 409;
    return passes ? 'costless' : 'final';
  }
  return status === 409 || status >= 500 || code === pendingReason ? 'unknown' : 'final';
}

/**
 * Sends the call without a payment, and again while the failure may pass. What may have been carried out for free is not
 * sent again, unless the method says that this does no harm or the seller that it does not.
 */
export async function ask(env: Environment, settings: Settings, call: Call): Promise<Reply> {
  const harmless = call.method === 'GET' || call.method === 'HEAD';
  for (let tries = 0, pause = firstWait; ; tries++, pause *= 2) {
    let reply: Reply | undefined;
    let failed: unknown;
    let passes = false;
    let rest = pause * (1 + env.jitter() / 4);
    try {
      reply = await send(settings.fetch, call, settings.timeoutMs);
      const { retry, retryAfterMs } = problemOf(reply, false, env.now());
      const busy = [429, 502, 503, 504].includes(reply.status);
      passes = busy && (retry === 'same_payment' || (retry === '' && harmless));
      rest = Math.max(rest, retryAfterMs);
    } catch (error) {
      failed = error;
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      passes = neverSent(error) || (harmless && !late);
    }

    if (!passes || tries >= settings.retries || rest > maxWait || call.signal?.aborted) {
      if (reply === undefined) throw failed;
      return reply;
    }
    await env.wait(rest, call.signal);
  }
}

/** Sends the payment, always the same, until its outcome is known or it has expired. */
export async function redeem(env: Environment, settings: Settings, call: Call, signed: Signed): Promise<Outcome> {
  let last = localProblem(0, '');
  let cause: unknown;
  let doubt = false; // a try may have reached the seller, and its outcome is not known
  let retries = 0;
  let pause = firstWait;
  for (;;) {
    cause = undefined;
    let reply: Reply | undefined;
    try {
      reply = await send(settings.fetch, call, settings.timeoutMs, signed.header);
    } catch (error) {
      doubt ||= !neverSent(error);
      last = localProblem(0, 'the answer to the payment did not come: ' + messageOf(error));
      cause = error;
      if (call.signal?.aborted) return { error: givenUp(last, signed, doubt, cause) };
    }

    if (reply?.redirected) {
      last = localProblem(reply.status, 'a redirect answered the payment: call the URL that it leads to');
      return { error: givenUp(last, signed, true) };
    }
    if (reply !== undefined && reply.status < 400) return await delivered(settings, reply, signed);
    if (reply !== undefined) {
      last = problemOf(reply, true, env.now());
      const verdict = judge(last, reply);
      if (verdict === 'final') return { error: failure(doubtful(last, doubt)) };
      if (verdict === 'refused') return refused(last, reply, doubt, env.now());
      if (verdict === 'unknown') doubt = true;
      if (verdict === 'costless' && !doubt && retries++ >= settings.retries) return { error: failure(last) };
    }

    const rest = Math.max(last.retryAfterMs, pause * (1 + env.jitter() / 4));
    if (env.now() + rest >= signed.validBefore) return { error: givenUp(last, signed, doubt, cause) };
    try {
      await env.wait(rest, call.signal);
    } catch (error) {
      return { error: givenUp(last, signed, doubt, error) };
    }
    pause = Math.min(2 * pause, maxWait);
  }
}

function refused(last: Problem, reply: Reply, doubt: boolean, now: number): Outcome {
  const code = reasonOf(reply);
  const problem = {
    ...last,
    charged: false,
    code,
    detail: 'the payment was refused' + clockNote(code, reply.headers.get('date'), now),
  };
  const error = refusal(doubtful(problem, doubt));
  return doubt ? { error } : { error, refused: reply };
}

/** Says that the clock here is wrong, where a payment was refused for its time. */
export function clockNote(reason: string, date: string | null, now: number): string {
  const off = Math.round((now - Date.parse(date ?? '')) / 1000);
  if (!/_valid_|expired/.test(reason) || !(Math.abs(off) >= 10)) return '';
  return `: the clock here is ${Math.abs(off)} s ${off < 0 ? 'behind' : 'ahead of'} the seller's`;
}

/**
 * Takes back what the last answer says of the charge, when an earlier try may have been charged and the answer is not
 * one that depends on the request alone.
 */
function doubtful(problem: Problem, doubt: boolean): Problem {
  const ofRequest = [400, 404, 422].includes(problem.status);
  return doubt && !ofRequest && problem.charged === false ? { ...problem, charged: 'maybe' } : problem;
}

/** The error when a payment is not sent any more. */
function givenUp(last: Problem, signed: Signed, doubt: boolean, cause?: unknown): FareboxError {
  if (!doubt) return failure({ ...last, charged: false }, cause);
  const problem: Problem = {
    ...last,
    charged: 'maybe',
    code: pendingReason,
  };
  return new SettlementPending(problem, signed.header, new Date(signed.validBefore), cause);
}

/** An answer below 400, and what it cost. */
async function delivered(settings: Settings, reply: Reply, signed: Signed): Promise<Outcome> {
  if (reply.headers.get('x-charged') === 'false') return { reply };
  const payment: Payment = {
    amountUsd: formatUsd(signed.amount),
    transaction: reply.settlement.transaction,
    network: signed.network,
    payer: signed.payer,
    payTo: signed.payTo,
    replayed: reply.headers.get('x-replayed') === 'true',
    receipt: null,
    receiptError: '',
  };
  try {
    payment.receipt = await readReceipt(reply.settlement, signed, settings.recover, settings.receiptSigner);
  } catch (error) {
    payment.receiptError = messageOf(error);
  }
  return { reply, payment };
}
