import { decodeJson, members, text } from './base64.js';
import { onSolana, readExtra, type SolanaExtra } from './solana.js';

/** What may be paid with. Chain, contract and EIP-712 domain come from here, never from a quote. */
export interface Asset {
  /** CAIP-2 */
  network: string;
  /** 0 on Solana. */
  chainId: number;
  /** On Solana the mint of a token of the SPL Token program. */
  contract: string;
  name: string;
  version: string;
}

// Source of both: Circle's USDC contract addresses.

export const baseUsdc: Asset = {
  network: 'eip155:8453',
  chainId: 8453,
  contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  name: 'USD Coin',
  version: '2',
};

/** The test network's. */
export const baseSepoliaUsdc: Asset = {
  network: 'eip155:84532',
  chainId: 84532,
  contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  name: 'USDC',
  version: '2',
};

/** The decoded PAYMENT-REQUIRED header. */
export interface Quote {
  error: string;
  resource: unknown;
  resourceUrl: string;
  accepts: readonly unknown[];
  extensions: Record<string, unknown>;
}

/** An entry of accepts that can be paid. */
export interface Offer {
  asset: Asset;
  amount: bigint;
  payTo: string;
  /** How long the payment is spendable, in seconds. */
  validity: number;
  /** The entry as it came, to be echoed. */
  raw: unknown;
  /** Of an offer on Solana. */
  solana?: SolanaExtra;
}

/** Longest time that a quote can make a payment spendable, and that of a quote that names none, in seconds. */
const maxValidity = 3600;
const defaultValidity = 60;

const address = /^0x[0-9a-fA-F]{40}$/;

export function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && address.test(value);
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Says that two texts name the same account of a network. Those of Solana are written in one way only. */
export function sameAccount(asset: Asset, a: string, b: string): boolean {
  return onSolana(asset) ? a === b : sameAddress(a, b);
}

/** The quote of a PAYMENT-REQUIRED header, or why it is none. */
export function parseQuote(header: string | null): Quote | string {
  if (!header) return 'the answer has no PAYMENT-REQUIRED header';
  const quote = members(decodeJson(header));
  if (quote.x402Version !== 2 || !Array.isArray(quote.accepts)) {
    return 'PAYMENT-REQUIRED is no quote of x402 version 2';
  }
  return {
    error: text(quote.error),
    resource: quote.resource,
    resourceUrl: text(members(quote.resource).url),
    accepts: quote.accepts,
    extensions: members(quote.extensions),
  };
}

/** The cheapest offer in the first of the allowed assets that has one, or why none can be paid. */
export function chooseOffer(quote: Quote, allowed: readonly Asset[]): Offer | string {
  const why: string[] = [];
  const offers: Offer[] = [];
  for (const entry of quote.accepts) {
    const offer = parseOffer(entry, allowed);
    if (typeof offer === 'string') why.push(offer);
    else offers.push(offer);
  }

  for (const asset of allowed) {
    let best: Offer | undefined;
    for (const offer of offers) {
      if (offer.asset === asset && (best === undefined || offer.amount < best.amount)) best = offer;
    }
    if (best !== undefined) return best;
  }
  return why.length === 0 ? 'the quote offers no way to pay' : 'no offer can be paid: ' + why.join('; ');
}

function parseOffer(entry: unknown, allowed: readonly Asset[]): Offer | string {
  const { scheme, network, amount, asset: contract, payTo, maxTimeoutSeconds, extra } = members(entry);
  if (scheme !== 'exact') return `scheme ${JSON.stringify(scheme)} is not supported`;
  const { name, version, assetTransferMethod: method } = members(extra);
  if (method !== undefined && method !== 'eip3009') return `transfer method ${JSON.stringify(method)} is not supported`;

  const asset = allowed.find(a => a.network === network && sameAccount(a, a.contract, text(contract)));
  if (asset === undefined) return `asset ${text(contract)} on network ${text(network)} is not allowed`;
  if (!/^\d{1,18}$/.test(text(amount))) return `${JSON.stringify(amount)} is no amount`;

  let solana: SolanaExtra | undefined;
  if (onSolana(asset)) {
    const read = readExtra(extra, payTo);
    if (typeof read === 'string') return read;
    solana = read;
  } else if ((name !== undefined && name !== asset.name) || (version !== undefined && version !== asset.version)) {
    return `the quote gives the token another name or version than ${asset.name} ${asset.version}`;
  } else if (!isAddress(payTo) || /^0x0+$/.test(payTo)) {
    return `payTo ${JSON.stringify(payTo)} is no account`;
  }
  const seconds = typeof maxTimeoutSeconds === 'number' && maxTimeoutSeconds > 0 ? maxTimeoutSeconds : defaultValidity;
  return {
    asset,
    amount: BigInt(text(amount)),
    payTo: text(payTo),
    validity: Math.floor(Math.min(seconds, maxValidity)),
    raw: entry,
    ...(solana === undefined ? {} : { solana }),
  };
}
