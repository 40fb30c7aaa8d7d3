import { decodeJson, encodeJson, members, text } from './base64.js';
import type { Fetch } from './send.js';
import { hex, withPurchaseId, type Signed } from './sign.js';
import type { Asset, Offer, Quote } from './quote.js';

// What is particular to Solana: keys, addresses, and payments, which are transactions.

/** Who pays on Solana: solanaKey, or anything else with an address that signs bytes with Ed25519. */
export interface SolanaAccount {
  /** In base58. */
  address: string;
  /** The signature, 64 bytes, of a transaction's message. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

/** USDC on Solana. Source: Circle's USDC contract addresses. */
export const solanaUsdc: Asset = {
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainId: 0,
  contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  name: 'USDC',
  version: '',
};

/** The test network's. */
export const solanaDevnetUsdc: Asset = {
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  chainId: 0,
  contract: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  name: 'USDC',
  version: '',
};

/** The node of the main network that is asked for a blockhash where the seller names none. */
export const solanaMainnetNode = 'https://api.mainnet-beta.solana.com';

export function onSolana(asset: { network: string }): boolean {
  return asset.network.startsWith('solana:');
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58Encode(bytes: Uint8Array): string {
  let n = BigInt('0x0' + hex(bytes));
  let out = '';
  for (; n > 0n; n /= 58n) out = letters.charAt(Number(n % 58n)) + out;
  for (const byte of bytes) {
    if (byte !== 0) break;
    out = letters.charAt(0) + out;
  }
  return out;
}

/** The bytes of a text of that many; undefined when it is none. */
function base58Decode(source: string, length: number): Uint8Array | undefined {
  if (source.length > 2 * length) return undefined;
  let n = 0n;
  for (const letter of source) {
    const value = letters.indexOf(letter);
    if (value < 0) return undefined;
    n = n * 58n + BigInt(value);
  }
  const digits = n.toString(16);
  if (digits.length > 2 * length) return undefined;
  const bytes = Uint8Array.from(digits.padStart(2 * length, '0').match(/../g) ?? [], pair => parseInt(pair, 16));
  return base58Encode(bytes) === source ? bytes : undefined;
}

export function isSolanaAddress(value: unknown): value is string {
  return typeof value === 'string' && base58Decode(value, 32) !== undefined;
}

function address(value: string): Uint8Array {
  const bytes = base58Decode(value, 32);
  if (bytes === undefined) throw new TypeError(`${JSON.stringify(value)} is not an address of Solana`);
  return bytes;
}

/** In front of a seed, PKCS #8 for a private key of Ed25519. */
const pkcs8 = Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]);

/**
 * An account of a private key, as wallets export it (base58) or as solana-keygen writes it (a JSON list). It needs
 * Ed25519 in the platform's WebCrypto.
 */
export async function solanaKey(secret: string): Promise<SolanaAccount> {
  const wrong = 'a key of Solana is 64 bytes, in base58 or as a JSON list'; // without the key
  const source = secret.trim();
  const bytes = source.startsWith('[') ? listed(source) : base58Decode(source, 64);
  if (bytes?.length !== 64) throw new TypeError(wrong);

  const key = await crypto.subtle.importKey('pkcs8', joined(pkcs8, bytes.slice(0, 32)), 'Ed25519', false, ['sign']);
  const publicKey = await crypto.subtle.importKey('raw', buffer(bytes.slice(32)), 'Ed25519', false, ['verify']);
  const sign = async (message: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', key, buffer(message)));

  const probe = await sign(pkcs8);
  if (!(await crypto.subtle.verify('Ed25519', publicKey, buffer(probe), buffer(pkcs8)))) {
    throw new TypeError('the halves of the key do not belong together');
  }
  return { address: base58Encode(bytes.slice(32)), signMessage: sign };
}

function listed(source: string): Uint8Array | undefined {
  let numbers: unknown;
  try {
    numbers = JSON.parse(source);
  } catch {
    return undefined;
  }
  const bytes = Array.isArray(numbers) && numbers.every(n => Number.isInteger(n) && n >= 0 && n < 256);
  return bytes ? Uint8Array.from(numbers as number[]) : undefined;
}

/** The bytes in a buffer of their own, as WebCrypto's types want them. */
function buffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

function joined(...parts: readonly Uint8Array[]): ArrayBuffer {
  return buffer(Uint8Array.from(parts.flatMap(part => [...part])));
}

/** The field of Curve25519, and the constant of its twisted Edwards form. */
const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = base % p, e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % p;
    b = (b * b) % p;
  }
  return result;
}

/** Says that the bytes are a point of the curve: that -x² + y² = 1 + d·x²·y² has an x for their y. */
function isPoint(bytes: Uint8Array): boolean {
  const y = BigInt('0x' + hex(bytes.slice().reverse())) & (2n ** 255n - 1n);
  const square = (y * y) % p;
  const product = ((square - 1n + p) * (d * square + 1n)) % p; // a square where their quotient is one
  return product === 0n || power(product, (p - 1n) / 2n) === 1n;
}

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const budgetProgram = 'ComputeBudget111111111111111111111111111111';
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const tokenAccountProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** Where an owner holds a token: an address that no key has, the first off the curve counting down. */
async function tokenAccount(owner: Uint8Array, mint: Uint8Array): Promise<Uint8Array> {
  const suffix = new TextEncoder().encode('ProgramDerivedAddress');
  for (let bump = 255; bump >= 0; bump--) {
    const seeds = joined(owner, address(tokenProgram), mint, Uint8Array.of(bump), address(tokenAccountProgram), suffix);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', seeds));
    if (!isPoint(hash)) return hash;
  }
  throw new TypeError('there is no token account for this owner');
}

/** What an offer on Solana says beside its terms. */
export interface SolanaExtra {
  feePayer: string;
  memo: string;
  recentBlockhash: string;
}

/** The extra of an offer, or why it cannot be paid. */
export function readExtra(extra: unknown, payTo: unknown): SolanaExtra | string {
  const { feePayer, memo, recentBlockhash } = members(extra);
  if (!isSolanaAddress(payTo) || /^1+$/.test(payTo)) return `payTo ${JSON.stringify(payTo)} is no account`;
  if (!isSolanaAddress(feePayer)) return 'the offer names no fee payer';
  if (new TextEncoder().encode(text(memo)).length > 256) return "the offer's memo has more than 256 bytes";
  return { feePayer, memo: text(memo), recentBlockhash: text(recentBlockhash) };
}

/** After so long a transaction is over for certain: its blockhash serves for 150 blocks, which take 60 to 90 s. */
const life = 150_000;

const computeUnits = 20_000;
const unitPrice = 1n; // in microlamports
const decimals = 6;
const transferChecked = 12;

/** Places in the message's list of accounts. The first two sign; the first pays the fee. */
const place = { feePayer: 0, payer: 1, source: 2, destination: 3, mint: 4, token: 5, budget: 6, memo: 7 };
const places = 8;

/** Where the message begins in a transaction with two signatures, and its accounts in it. */
const messageAt = 1 + 2 * 64;
const accountsAt = messageAt + 5;

function numberBytes(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

/** What the account signs: a transaction of version 0 with a limit, a price, the transfer and a note. */
async function messageOf(payer: string, offer: Offer, extra: SolanaExtra, hash: string, note: Uint8Array): Promise<Uint8Array> {
  const mint = address(offer.asset.contract);
  const accounts = [
    address(extra.feePayer),
    address(payer),
    await tokenAccount(address(payer), mint),
    await tokenAccount(address(offer.payTo), mint),
    mint,
    address(tokenProgram),
    address(budgetProgram),
    address(memoProgram),
  ];
  if (new Set(accounts.map(hex)).size !== places) throw new TypeError('an account would be in the payment twice');

  const transfer = [transferChecked, ...numberBytes(offer.amount, 8), decimals];
  const calls: [number, number[], number[]][] = [
    [place.budget, [], [2, ...numberBytes(BigInt(computeUnits), 4)]],
    [place.budget, [], [3, ...numberBytes(unitPrice, 8)]],
    [place.token, [place.source, place.mint, place.destination, place.payer], transfer],
    [place.memo, [], [...note]],
  ];
  const header = [0x80, 2, 1, 4, places]; // version 0; two sign, one of them is not written; four are only read
  const lookups = 0;
  return Uint8Array.from([
    ...header,
    ...accounts.flatMap(account => [...account]),
    ...address(hash),
    calls.length,
    ...calls.flatMap(([program, at, data]) => [program, at.length, ...at, ...lengthBytes(data.length), ...data]),
    lookups,
  ]);
}

/** A length below 2^14 in groups of 7 bits. */
function lengthBytes(n: number): number[] {
  return n < 128 ? [n] : [(n & 127) | 128, n >> 7];
}

/** Signs the payment of an offer on Solana. now is in Unix milliseconds; nonce has 16 bytes. */
export async function signOnSolana(
  account: SolanaAccount,
  blockhash: (named: string) => Promise<string>,
  quote: Quote,
  offer: Offer,
  purchaseId: string,
  now: number,
  nonce: Uint8Array,
): Promise<Signed> {
  const extra = offer.solana!;
  const note = new TextEncoder().encode(extra.memo === '' ? hex(nonce) : extra.memo);
  const message = await messageOf(account.address, offer, extra, await blockhash(extra.recentBlockhash), note);
  const signature = await account.signMessage(message);
  if (!(signature instanceof Uint8Array) || signature.length !== 64) {
    throw new TypeError('the account gave no signature of 64 bytes');
  }

  const transaction = new Uint8Array(joined(Uint8Array.of(2), new Uint8Array(64), signature, message));
  const header = encodeJson({
    x402Version: 2,
    resource: quote.resource,
    accepted: offer.raw,
    payload: { transaction: btoa(String.fromCharCode(...transaction)) },
    extensions: withPurchaseId(quote.extensions, purchaseId),
  });
  return {
    header,
    amount: offer.amount,
    network: offer.asset.network,
    payer: account.address,
    payTo: offer.payTo,
    resourceUrl: quote.resourceUrl,
    validBefore: now + life,
  };
}

/** The blockhash that the seller names, or the latest one of the node. */
export async function latestBlockhash(fetch: Fetch, node: string, named: string): Promise<string> {
  if (isSolanaAddress(named)) return named;
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] }),
    signal: AbortSignal.timeout(15_000),
  });
  const answer = members(await response.json());
  const hash = members(members(answer.result).value).blockhash;
  if (!isSolanaAddress(hash)) throw new TypeError('the node of Solana gave no blockhash');
  return hash;
}

/** Reads a payment on Solana back from its header; undefined when it is none of this SDK's. */
export function parseOnSolana(header: string): Signed | undefined {
  const message = members(decodeJson(header));
  const { network, amount, payTo } = members(message.accepted);
  let raw: string;
  try {
    raw = atob(text(members(message.payload).transaction));
  } catch {
    return undefined;
  }
  const bytes = Uint8Array.from(raw, letter => letter.charCodeAt(0));
  if (message.x402Version !== 2 || bytes[accountsAt - 1] !== places || bytes.length < accountsAt + 32 * places) {
    return undefined;
  }
  if (!isSolanaAddress(payTo) || !/^\d{1,18}$/.test(text(amount))) return undefined;
  const at = accountsAt + 32 * place.payer;
  return {
    header,
    amount: BigInt(text(amount)),
    network: text(network),
    payer: base58Encode(bytes.slice(at, at + 32)),
    payTo,
    resourceUrl: text(members(message.resource).url),
    validBefore: 0, // the transaction does not say
  };
}
