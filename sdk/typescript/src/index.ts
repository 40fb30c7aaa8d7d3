export { createFarebox } from './farebox.js';
export type { Answer, Farebox, FareboxOptions, Operation, Route } from './farebox.js';
export { paymentOf } from './pay.js';
export type { PayInit } from './pay.js';
export type { CallOptions, PayOptions, Purchase } from './options.js';
export type { Account, TypedData } from './sign.js';
export { baseSepoliaUsdc, baseUsdc } from './quote.js';
export type { Asset, Quote } from './quote.js';
export { solanaDevnetUsdc, solanaKey, solanaUsdc } from './solana.js';
export type { SolanaAccount } from './solana.js';
export { receiptSigner } from './receipt.js';
export { withdraw } from './withdraw.js';
export type { ChainClient, ChannelConfig, Withdrawal } from './withdraw.js';
export type { Payment, Receipt, Recover } from './receipt.js';
export {
  Declined,
  FareboxError,
  InsufficientFunds,
  InvalidInput,
  NotFound,
  OverBudget,
  PaymentRefused,
  PaymentRequired,
  RateLimited,
  SettlementPending,
  Unpayable,
  Upstream,
} from './errors.js';
export type { Charged, Problem } from './errors.js';
export * from './gen/operations.js';
