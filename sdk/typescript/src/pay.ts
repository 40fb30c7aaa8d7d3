import { Declined, failure, OverBudget, PaymentRequired, Unpayable, Upstream, type FareboxError } from './errors.js';
import { Budget, formatUsd, parseUsd } from './money.js';
import { settingsOf, type CallOptions, type PayOptions, type Settings } from './options.js';
import { chooseOffer, parseQuote, sameAccount, type Offer, type Quote } from './quote.js';
import type { Payment } from './receipt.js';
import { ask, redeem, type Environment, type Outcome } from './redeem.js';
import {
  localProblem,
  messageOf,
  newCall,
  problemOf,
  reasonOf,
  toResponse,
  type Call,
  type Reply,
} from './send.js';
import { hex, isPurchaseId, parseSigned, signOffer, type Signed } from './sign.js';
import { latestBlockhash, signOnSolana } from './solana.js';

/** What the init of a paying fetch has beside the standard one's. */
export interface PayInit extends RequestInit {
  /** The highest price of this call in decimal dollars, instead of maxPerCallUsd. */
  maxUsd?: string;
  /** Sends this payment, of SettlementPending, and no other. */
  payment?: string;
}

/**
 * Refusals after which nobody can spend the payment any more. After all others the caller decides: the seller could
 * still take the money for a payment that it has refused.
 */
const signAnew = ['payment_expired', 'invalid_exact_evm_payload_authorization_valid_before'];

const payments = new WeakMap<Response, Payment>();

/** What an answer of a paying fetch cost; null when it was free. */
export function paymentOf(response: Response): Payment | null {
  return payments.get(response) ?? null;
}

/** The clock and the randomness of the platform. */
export const platform: Environment = {
  now: () => Date.now(),
  random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
  jitter: () => Math.random(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    }),
};

/** What a call was quoted, and the offer that is paid. */
interface Terms {
  quote: Quote;
  offer: Offer;
}

/** Caps of one call. listed is the price that the interface has for it. */
interface Caps {
  perCall: bigint;
  listed: bigint | null;
}

/**
 * Sends requests, pays when it is asked to and may, and gives the answer. A payment is signed once for a call and sent
 * again, the same, until its outcome is known: the token takes it once. An answer of 400 and above is thrown.
 */
export class Payer {
  readonly #settings: Settings;
  readonly #budget: Budget;
  readonly #env: Environment;
  /**
   * Keys of the caller's with what settled them, so that an answer given again is not counted again. One transaction
   * may settle several purchases.
   */
  readonly #counted = new Set<string>();
  /** Keys of purchases whose outcome is not known, and which are counted. */
  readonly #open = new Set<string>();

  constructor(options: PayOptions, env: Environment = platform) {
    this.#settings = settingsOf(options);
    this.#budget = new Budget(this.#settings.budget);
    this.#env = env;
  }

  /** What the calls have cost so far, with payments that are under way or of unknown outcome. */
  get spentUsd(): string {
    return formatUsd(this.#budget.used);
  }

  /** fetch with the same meaning as the standard one, but that it pays. */
  readonly fetch = (input: string | URL | Request, init?: PayInit): Promise<Response> => this.#run(input, init, null);

  /** The call of an operation. listedUsd is its price by the interface; "" when it is free. */
  call(url: URL, init: RequestInit, options: CallOptions, listedUsd: string): Promise<Response> {
    const headers = new Headers(init.headers);
    if (listedUsd !== '') headers.set('prefer', 'x402-version=2'); // a quote once, in its header
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
    const whole: PayInit = { ...init, headers };
    if (options.signal !== undefined) whole.signal = options.signal;
    if (options.maxUsd !== undefined) whole.maxUsd = options.maxUsd;
    if (options.payment !== undefined) whole.payment = options.payment;

    const listed = options.maxUsd === undefined ? parseUsd(listedUsd || '0', 'price of the interface') : null;
    return this.#run(url, whole, listed);
  }

  async #run(input: string | URL | Request, init: PayInit | undefined, listed: bigint | null): Promise<Response> {
    const { maxUsd, payment, ...standard } = init ?? {};
    const caps: Caps = {
      perCall: maxUsd === undefined ? this.#settings.maxPerCall : parseUsd(maxUsd, 'maxUsd'),
      listed,
    };
    const call = await newCall(input, standard);
    if (payment !== undefined) return this.#give(await this.#resume(call, payment));

    const first = await this.#ask(call);
    if (first.status === 402) return this.#give(await this.#buy(call, caps, first));
    if (first.status >= 400) throw failure(problemOf(first, false, this.#env.now()));
    return toResponse(first);
  }

  /** The answer of an outcome, or its error. */
  #give(outcome: Outcome): Response {
    if (outcome.error !== undefined) throw outcome.error;
    const response = toResponse(outcome.reply!);
    if (outcome.payment !== undefined) payments.set(response, outcome.payment);
    return response;
  }

  /** Sends the call without a payment. */
  async #ask(call: Call): Promise<Reply> {
    try {
      return await ask(this.#env, this.#settings, call);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw new Upstream(localProblem(0, 'the service could not be reached: ' + messageOf(error)), error);
    }
  }

  /** Pays for the call that first quoted. */
  async #buy(call: Call, caps: Caps, first: Reply): Promise<Outcome> {
    const terms = this.#termsOf(first);
    if (terms instanceof Unpayable) throw terms;
    const { account, solanaAccount } = this.#settings;
    if (account === undefined && solanaAccount === undefined) {
      const problem = problemOf(first, false, this.#env.now());
      problem.detail = `the price is ${formatUsd(terms.offer.amount)} USD, and the client has no account`;
      throw new PaymentRequired(problem, terms.quote);
    }

    const id = this.#purchaseId(call);
    const outcome = await this.#purchase(call, caps, terms, id);
    if (outcome.refused === undefined || !signAnew.includes(reasonOf(outcome.refused))) return outcome;

    // The payment was refused for what a fresh one can mend. It must be of the same purchase: a seller that names other
    // terms after a signature is not paid.
    const again = this.#termsOf(outcome.refused);
    if (again instanceof Unpayable || again.offer.asset !== terms.offer.asset) return outcome;
    if (!sameAccount(again.offer.asset, again.offer.payTo, terms.offer.payTo) || again.offer.amount > terms.offer.amount) return outcome;
    return this.#purchase(call, caps, again, id);
  }

  /** What the answer quotes, when it may be paid at all. */
  #termsOf(reply: Reply): Terms | Unpayable {
    const unpayable = (detail: string): Unpayable =>
      new Unpayable({ ...problemOf(reply, false, this.#env.now()), detail });
    if (reply.redirected) return unpayable('a redirect leads to the price: call that URL itself');
    const quote = parseQuote(reply.headers.get('payment-required'));
    if (typeof quote === 'string') return unpayable(quote);
    const offer = chooseOffer(quote, this.#settings.assets);
    return typeof offer === 'string' ? unpayable(offer) : { quote, offer };
  }

  /** Signs one payment for the call and sends it until its outcome is known. */
  async #purchase(call: Call, caps: Caps, terms: Terms, id: string): Promise<Outcome> {
    const { offer } = terms;
    this.#reserve(caps, offer);
    let signed;
    try {
      await this.#allow(call, terms);
      signed = await this.#sign(terms, id);
    } catch (error) {
      this.#budget.giveBack(offer.amount);
      if (call.signal?.aborted) throw call.signal.reason;
      throw error instanceof Declined ? error : declined(error);
    }

    const outcome = await redeem(this.#env, this.#settings, call, signed);
    const key = call.headers.get('idempotency-key');
    if (key !== null && outcome.error?.charged === 'maybe') this.#open.add(key);
    if (outcome.error !== undefined ? outcome.error.charged === false : !this.#counts(call, outcome.payment)) {
      this.#budget.giveBack(offer.amount);
    }
    return outcome;
  }

  /** Signs the payment of an offer by the account of its network, which settingsOf has seen to be there. */
  #sign({ quote, offer }: Terms, id: string): Promise<Signed> {
    const { account, fetch, solanaAccount, solanaNode } = this.#settings;
    const now = this.#env.now();
    if (offer.solana === undefined) return signOffer(account!, quote, offer, id, now, this.#env.random(32));
    const blockhash = (named: string): Promise<string> => latestBlockhash(fetch, solanaNode, named);
    return signOnSolana(solanaAccount!, blockhash, quote, offer, id, now, this.#env.random(16));
  }

  /** Says whether an answer is to be counted: it was not waived, and not counted before. */
  #counts(call: Call, payment: Payment | undefined): boolean {
    if (payment === undefined) return false;
    const key = call.headers.get('idempotency-key');
    if (key === null || payment.transaction === '') return true;
    const purchase = `${key} ${payment.transaction}`;
    const known = this.#counted.has(purchase) || (payment.replayed && this.#open.delete(key));
    this.#counted.add(purchase);
    return !known;
  }

  /** Holds the caps against a price and reserves it. */
  #reserve(caps: Caps, offer: Offer): void {
    if (caps.listed !== null && offer.amount > caps.listed) {
      throw overBudget(offer.amount, caps.listed, 'what the interface lists');
    }
    if (offer.amount > caps.perCall) throw overBudget(offer.amount, caps.perCall, 'the cap of a call');
    if (!this.#budget.reserve(offer.amount)) {
      throw overBudget(offer.amount, this.#budget.left ?? 0n, 'what is left of the budget');
    }
  }

  async #allow(call: Call, { quote, offer }: Terms): Promise<void> {
    const allowed = await this.#settings.onPayment?.({
      url: call.url,
      method: call.method,
      priceUsd: formatUsd(offer.amount),
      network: offer.asset.network,
      asset: offer.asset.contract,
      payTo: offer.payTo,
      resource: quote.resourceUrl,
    });
    if (allowed === false) throw new Declined(localProblem(402, 'the payment was declined'));
  }

  /**
   * Names the call for the seller: the caller's own Idempotency-Key, else a fresh id. It is "" when the caller's key
   * has a form that the extension does not take: the seller then goes by the header.
   */
  #purchaseId(call: Call): string {
    const key = (call.headers.get('idempotency-key') ?? '').replace(/^"+|"+$/g, '');
    if (key !== '') return isPurchaseId(key) ? key : '';
    return 'fbx_' + hex(this.#env.random(16));
  }

  /** Sends an earlier payment again, for as long as a fresh one would be: its answer is given also after it expired. */
  #resume(call: Call, payment: string): Promise<Outcome> {
    const signed = parseSigned(payment);
    if (signed === undefined) throw new TypeError('payment: it is not an x402 version 2 payment');
    const soon = this.#env.now() + 60_000;
    return redeem(this.#env, this.#settings, call, {
      ...signed,
      validBefore: Math.max(signed.validBefore, soon),
    });
  }
}

function declined(cause: unknown): Declined {
  return new Declined(localProblem(402, 'the payment was declined: ' + messageOf(cause)), cause);
}

function overBudget(price: bigint, limit: bigint, which: string): FareboxError {
  const [priceUsd, limitUsd] = [formatUsd(price), formatUsd(limit)];
  const detail = `the price of ${priceUsd} USD is above ${which}, ${limitUsd} USD`;
  return new OverBudget(localProblem(402, detail), priceUsd, limitUsd);
}
