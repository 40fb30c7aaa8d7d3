import { parseUsd } from './money.js';
import { baseUsdc, isAddress, type Asset } from './quote.js';
import type { Recover } from './receipt.js';
import type { Fetch } from './send.js';
import type { Account } from './sign.js';
import { isSolanaAddress, onSolana, solanaMainnetNode, solanaUsdc, type SolanaAccount } from './solana.js';

/** The wallet and what it may spend. */
export interface PayOptions {
  /** Who pays: a LocalAccount of viem, or the like. Without any, a call that has a price throws PaymentRequired. */
  account?: Account;
  /** Who pays on Solana: solanaKey, or the like. */
  solanaAccount?: SolanaAccount;
  /** JSON-RPC URL of a node of Solana, asked for a blockhash where the seller names none. Default: a public one. */
  solanaNode?: string;
  /** The highest price that is paid for one call, in decimal dollars. Default "0.05". */
  maxPerCallUsd?: string;
  /** The most that all calls of the client may cost together. Default: no limit. */
  budgetUsd?: string;
  /** Is asked before each signature, after the caps. False, or an error, refuses: Declined is thrown. */
  onPayment?: (purchase: Purchase) => boolean | void | Promise<boolean | void>;
  /** What may be paid with, in order of preference. Default: USDC on Base, then on Solana, where there is an account. */
  assets?: readonly Asset[];
  /** Recovers the signers of receipts: recoverTypedDataAddress of viem. Default: signatures are not looked at. */
  recoverTypedDataAddress?: Recover;
  /** The account that must have signed the seller's receipts. It needs recoverTypedDataAddress. Default: any. */
  receiptSigner?: string;
  /** Ends one try without an answer. A payment's outcome is asked for again after it. Default 90,000. */
  timeoutMs?: number;
  /**
   * How often what cost nothing and may pass is tried again: an answer such as upstream_failed, and a service that
   * cannot be reached while nothing is paid yet. Default 2. A payment of unknown outcome is sent until it expires,
   * whatever this is.
   */
  retries?: number;
  /** Sends the requests. Default: the global fetch. */
  fetch?: Fetch;
}

/** What onPayment decides about. */
export interface Purchase {
  url: string;
  method: string;
  priceUsd: string;
  /** CAIP-2 */
  network: string;
  /** Contract of the token. */
  asset: string;
  payTo: string;
  /** The URL that the quote is for. */
  resource: string;
}

/** What one call has of its own. */
export interface CallOptions {
  /** The highest price of this call, instead of maxPerCallUsd and of the price that the interface lists. */
  maxUsd?: string;
  /** Names the purchase: a call with the same key and request is charged once. Default: a random name. */
  idempotencyKey?: string;
  /** Sends this payment, of SettlementPending, and no other. It is not held against the caps again. */
  payment?: string;
  /** Ends the call. After a payment was sent, SettlementPending is thrown. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** PayOptions as they were checked, with their defaults. */
export interface Settings {
  account: Account | undefined;
  solanaAccount: SolanaAccount | undefined;
  solanaNode: string;
  maxPerCall: bigint;
  budget: bigint | null;
  onPayment: PayOptions['onPayment'];
  assets: readonly Asset[];
  recover: Recover | undefined;
  receiptSigner: string | undefined;
  timeoutMs: number;
  retries: number;
  fetch: Fetch;
}

export function settingsOf(options: PayOptions): Settings {
  const { account, budgetUsd, receiptSigner, recoverTypedDataAddress: recover, solanaAccount } = options;
  const assets = options.assets ?? defaultAssets(options);
  if (account !== undefined && (!isAddress(account.address) || typeof account.signTypedData !== 'function')) {
    throw new TypeError('account: it has no address, or no signTypedData');
  }
  if (solanaAccount !== undefined) checkSolana(solanaAccount);
  for (const asset of assets) {
    const good = onSolana(asset) ? isSolanaAddress(asset.contract) : isAddress(asset.contract);
    if (!good) throw new TypeError(`assets: ${asset.contract} is not an address`);
    const wallet = onSolana(asset) ? solanaAccount : account;
    if (wallet === undefined && (account ?? solanaAccount) !== undefined) {
      throw new TypeError(`assets: there is no account for ${asset.network}`);
    }
  }
  if (receiptSigner !== undefined && !isAddress(receiptSigner)) {
    throw new TypeError(`receiptSigner: ${receiptSigner} is not an address`);
  }
  if (receiptSigner !== undefined && recover === undefined) {
    throw new TypeError('receiptSigner: it needs recoverTypedDataAddress');
  }

  return {
    account,
    solanaAccount,
    solanaNode: options.solanaNode ?? solanaMainnetNode,
    maxPerCall: parseUsd(options.maxPerCallUsd ?? '0.05', 'maxPerCallUsd'),
    budget: budgetUsd === undefined ? null : parseUsd(budgetUsd, 'budgetUsd'),
    onPayment: options.onPayment,
    assets,
    recover,
    receiptSigner,
    timeoutMs: options.timeoutMs ?? 90_000,
    retries: options.retries ?? 2,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
  };
}

/** Those that there is an account for; Base's where there is none, so that quotes can be read. */
function defaultAssets({ account, solanaAccount }: PayOptions): readonly Asset[] {
  const onBase = account !== undefined || solanaAccount === undefined ? [baseUsdc] : [];
  return solanaAccount === undefined ? onBase : [...onBase, solanaUsdc];
}

function checkSolana(account: SolanaAccount): void {
  if (!isSolanaAddress(account.address) || typeof account.signMessage !== 'function') {
    throw new TypeError('solanaAccount: it has no address, or no signMessage');
  }
}
