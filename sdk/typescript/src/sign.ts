import { decodeJson, encodeJson, members, text } from './base64.js';
import { isAddress, type Asset, type Offer, type Quote } from './quote.js';
import { parseOnSolana } from './solana.js';

/** EIP-712 data as viem's accounts take it. */
export interface TypedData {
  domain: {
    name: string;
    version: string;
    chainId: number;
    verifyingContract?: `0x${string}`;
  };
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** Who pays: a LocalAccount of viem, or anything else with an address that signs EIP-712 data. */
export interface Account {
  address: `0x${string}`;
  signTypedData(data: TypedData): Promise<`0x${string}`>;
}

/** A payment as it is sent, any number of times: the token takes it once. */
export interface Signed {
  /** Value of PAYMENT-SIGNATURE. */
  header: string;
  amount: bigint;
  network: string;
  payer: string;
  payTo: string;
  /** Of the quote. */
  resourceUrl: string;
  /** Unix milliseconds. */
  validBefore: number;
}

/** An authorization is valid from so many seconds ago, for chains whose clock is behind. */
const backdate = 600;

const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};

/** The transfer of EIP-3009 in the domain of the token, as the SDK knows it. */
function transferData(asset: Asset, message: Record<string, unknown>): TypedData {
  return {
    domain: {
      name: asset.name,
      version: asset.version,
      chainId: asset.chainId,
      verifyingContract: asset.contract as `0x${string}`,
    },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  };
}

/** Signs the payment of an offer. now is in Unix milliseconds; nonce has 32 bytes. */
export async function signOffer(
  account: Account,
  quote: Quote,
  offer: Offer,
  purchaseId: string,
  now: number,
  nonce: Uint8Array,
): Promise<Signed> {
  const from = Math.floor(now / 1000) - backdate;
  const until = Math.floor(now / 1000) + offer.validity;
  const nonceText = '0x' + hex(nonce);
  const signature = await account.signTypedData(
    transferData(offer.asset, {
      from: account.address,
      to: offer.payTo,
      value: offer.amount,
      validAfter: BigInt(from),
      validBefore: BigInt(until),
      nonce: nonceText,
    }),
  );
  if (typeof signature !== 'string' || !/^0x([0-9a-fA-F]{2}){65,}$/.test(signature)) {
    throw new TypeError('the account gave no signature of 65 bytes or more');
  }

  const header = encodeJson({
    x402Version: 2,
    resource: quote.resource,
    accepted: offer.raw,
    payload: {
      signature,
      authorization: {
        from: account.address,
        to: offer.payTo,
        value: offer.amount.toString(),
        validAfter: String(from),
        validBefore: String(until),
        nonce: nonceText,
      },
    },
    extensions: withPurchaseId(quote.extensions, purchaseId),
  });
  return {
    header,
    amount: offer.amount,
    network: offer.asset.network,
    payer: account.address,
    payTo: offer.payTo,
    resourceUrl: quote.resourceUrl,
    validBefore: until * 1000,
  };
}

/** Reads a payment back from its header; undefined when it is none. */
export function parseSigned(header: string): Signed | undefined {
  const message = members(decodeJson(header));
  if (members(message.payload).transaction !== undefined) return parseOnSolana(header);
  const { from, to, value, validBefore } = members(members(message.payload).authorization);
  if (message.x402Version !== 2 || !/^\d{1,18}$/.test(text(value)) || !/^\d{1,12}$/.test(text(validBefore))) {
    return undefined;
  }
  if (!isAddress(from) || !isAddress(to)) return undefined;
  return {
    header,
    amount: BigInt(text(value)),
    network: text(members(message.accepted).network),
    payer: from,
    payTo: to,
    resourceUrl: text(members(message.resource).url),
    validBefore: Number(validBefore) * 1000,
  };
}

/** Copies the extensions of a quote, and names the purchase where the seller has a place for it. */
export function withPurchaseId(extensions: Record<string, unknown>, id: string): Record<string, unknown> {
  const advertised = extensions['payment-identifier'];
  if (advertised === undefined || id === '') return extensions;
  const block = members(advertised);
  return {
    ...extensions,
    'payment-identifier': { ...block, info: { ...members(block.info), id } },
  };
}

/** The rule of the extension: 16 to 128 of letters, digits, _ and -. */
export function isPurchaseId(id: string): boolean {
  return /^[A-Za-z0-9_-]{16,128}$/.test(id);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
