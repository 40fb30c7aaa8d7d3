/** What a call that failed has cost. "maybe" is for payments that were sent and whose outcome is not known. */
export type Charged = boolean | 'maybe';

/** What all errors have in common. */
export interface Problem {
  /** Of the last answer; 0 when there was none. */
  status: number;
  /** The seller's stable name of what went wrong; "" when it gave none. */
  code: string;
  /** The input at fault; "" when it is none. */
  field: string;
  /** For people. */
  detail: string;
  /** "never", "same_payment", "new_payment", or "". */
  retry: string;
  /** To be quoted to the operator. */
  requestId: string;
  /** How long the seller asks to wait; 0 when it does not say. */
  retryAfterMs: number;
  charged: Charged;
  /** Text of the last answer. */
  body: string;
}

/** Every error of a call is one of the classes below, but for the reason of an AbortSignal before a payment. */
export class FareboxError extends Error implements Problem {
  override readonly name: string = 'FareboxError';
  readonly status: number;
  readonly code: string;
  readonly field: string;
  readonly detail: string;
  readonly retry: string;
  readonly requestId: string;
  readonly retryAfterMs: number;
  readonly charged: Charged;
  readonly body: string;

  constructor(problem: Problem, cause?: unknown) {
    const { code, detail, field, status, charged } = problem;
    const cost = charged === 'maybe' ? 'maybe' : charged ? 'yes' : 'no';
    const what = (code === '' ? '' : code + ': ') + detail + (field === '' ? '' : ` (field ${field})`);
    super(`${what} (status ${status}, charged: ${cost})`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.field = field;
    this.detail = detail;
    this.retry = problem.retry;
    this.requestId = problem.requestId;
    this.retryAfterMs = problem.retryAfterMs;
    this.charged = charged;
    this.body = problem.body;
  }
}

/**
 * The request breaks a rule: field and detail say which. Any other 4xx is one too, such as the 404 of a route that is not
 * served, or of a page that somebody else answers with.
 */
export class InvalidInput extends FareboxError {
  override readonly name = 'InvalidInput';
}

/** What was asked about does not exist: the seller says so by its code, not only by status. */
export class NotFound extends FareboxError {
  override readonly name = 'NotFound';
}

/** The seller, or a provider that it asks, takes no more requests now. */
export class RateLimited extends FareboxError {
  override readonly name = 'RateLimited';
}

/** The seller, or a provider that it asks, could not be reached or could not answer. */
export class Upstream extends FareboxError {
  override readonly name = 'Upstream';
}

/** The call has a price, and the client has no account. Nothing was signed. */
export class PaymentRequired extends FareboxError {
  override readonly name = 'PaymentRequired';

  constructor(
    problem: Problem,
    /** The decoded quote (x402 version 2). */
    readonly quote: unknown,
  ) {
    super(problem);
  }
}

/** A price is above a cap, or above what the interface lists. Nothing was signed. */
export class OverBudget extends FareboxError {
  override readonly name = 'OverBudget';

  constructor(
    problem: Problem,
    readonly priceUsd: string,
    /** The cap, what is left of the budget, or the listed price. */
    readonly limitUsd: string,
  ) {
    super(problem);
  }
}

/** Nothing in the quote may be paid: another chain, token or protocol, or a redirect led to it. Nothing was signed. */
export class Unpayable extends FareboxError {
  override readonly name = 'Unpayable';
}

/** onPayment, or the wallet, refused. Nothing was signed. */
export class Declined extends FareboxError {
  override readonly name = 'Declined';
}

/** The account does not hold the price. */
export class InsufficientFunds extends FareboxError {
  override readonly name = 'InsufficientFunds';
}

/** The seller did not take the payment. code is its reason. */
export class PaymentRefused extends FareboxError {
  override readonly name = 'PaymentRefused';
}

/** A payment was sent and its outcome is not known. Send the same request with the option payment for the answer. */
export class SettlementPending extends FareboxError {
  override readonly name = 'SettlementPending';
  readonly #payment: string;

  constructor(
    problem: Problem,
    payment: string,
    /** After this the payment cannot be charged any more, if it was not before. */
    readonly validBefore: Date,
    cause?: unknown,
  ) {
    super(problem, cause);
    this.#payment = payment;
  }

  /** For the option payment of a call; keep it secret until it is spent. An error that is logged does not show it. */
  get payment(): string {
    return this.#payment;
  }
}

/** Gives a problem its class. */
export function failure(problem: Problem, cause?: unknown): FareboxError {
  if (problem.status === 429 || problem.code === 'rate_limited') return new RateLimited(problem, cause);
  if (problem.status === 402) return refusal(problem);
  if (problem.code === 'not_found') return new NotFound(problem, cause);
  if (problem.status === 0 || problem.status >= 500) return new Upstream(problem, cause);
  return new InvalidInput(problem, cause);
}

/** Gives a 402 that answers a payment its class. */
export function refusal(problem: Problem): FareboxError {
  const empty = /insufficient_(funds|balance)/.test(problem.code);
  return empty ? new InsufficientFunds(problem) : new PaymentRefused(problem);
}
