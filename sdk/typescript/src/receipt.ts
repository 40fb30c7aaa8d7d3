import { decodeJson, members, text } from './base64.js';
import { sameAddress } from './quote.js';
import type { Signed, TypedData } from './sign.js';

/** What an answer cost. */
export interface Payment {
  /** Decimal dollars. */
  amountUsd: string;
  /** Hash of the settlement; "" when the seller does not name it. */
  transaction: string;
  /** CAIP-2 */
  network: string;
  payer: string;
  payTo: string;
  /** The answer had been bought before and is given again. */
  replayed: boolean;
  /** The seller's receipt; null when there is none, or one that is not of this purchase. */
  receipt: Receipt | null;
  /** Why a receipt that came is not accepted; "" when it is, or when none came. */
  receiptError: string;
}

/** A statement signed by the seller that payer bought resourceUrl (x402 extension offer-receipt). */
export interface Receipt {
  version: number;
  network: string;
  resourceUrl: string;
  payer: string;
  /** Unix seconds. */
  issuedAt: number;
  transaction: string;
  signature: `0x${string}`;
  /** The account that signed; null as long as nobody has recovered it. It proves who signed, not that they may. */
  signer: string | null;
}

/** Recovers the account that signed typed data, as recoverTypedDataAddress of viem does. */
export type Recover = (signed: TypedData & { signature: `0x${string}` }) => Promise<string>;

const receiptTypes = {
  Receipt: [
    { name: 'version', type: 'uint256' },
    { name: 'network', type: 'string' },
    { name: 'resourceUrl', type: 'string' },
    { name: 'payer', type: 'string' },
    { name: 'issuedAt', type: 'uint256' },
    { name: 'transaction', type: 'string' },
  ],
};

/** The account that signed the receipt. The domain always has chain 1: the receipt says its network. */
export function receiptSigner(receipt: Receipt, recover: Recover): Promise<string> {
  return recover({
    domain: {
      name: 'x402 receipt',
      version: '1',
      chainId: 1,
    },
    types: receiptTypes,
    primaryType: 'Receipt',
    message: {
      version: BigInt(receipt.version),
      network: receipt.network,
      resourceUrl: receipt.resourceUrl,
      payer: receipt.payer,
      issuedAt: BigInt(receipt.issuedAt),
      transaction: receipt.transaction,
    },
    signature: receipt.signature,
  });
}

/** The decoded PAYMENT-RESPONSE header. */
export interface Settlement {
  success: boolean;
  transaction: string;
  errorReason: string;
  /** The extension offer-receipt; undefined when there is none. */
  receipt: unknown;
}

export function parseSettlement(header: string | null): Settlement {
  const settlement = members(decodeJson(header ?? ''));
  return {
    success: settlement.success === true,
    transaction: text(settlement.transaction),
    errorReason: text(settlement.errorReason),
    receipt: members(members(members(settlement.extensions)['offer-receipt']).info).receipt,
  };
}

/** The seller's receipt of a payment, with its signer where recover is given. Errors say what is wrong with it. */
export async function readReceipt(
  settlement: Settlement,
  signed: Signed,
  recover: Recover | undefined,
  expected: string | undefined,
): Promise<Receipt | null> {
  if (settlement.receipt === undefined || settlement.receipt === null) return null;
  const carried = members(settlement.receipt);
  if (carried.format !== 'eip712') {
    throw new Error(`receipts of format ${JSON.stringify(carried.format)} are not known`);
  }
  const payload = members(carried.payload);
  const receipt: Receipt = {
    version: Number(payload.version),
    network: text(payload.network),
    resourceUrl: text(payload.resourceUrl),
    payer: text(payload.payer),
    issuedAt: Number(payload.issuedAt),
    transaction: text(payload.transaction),
    signature: text(carried.signature) as `0x${string}`,
    signer: null,
  };

  if (!Number.isSafeInteger(receipt.version) || !Number.isSafeInteger(receipt.issuedAt)) {
    throw new Error('the receipt is malformed');
  }
  if (receipt.network !== signed.network) throw new Error(`the receipt is of network ${receipt.network}`);
  if (!sameAddress(receipt.payer, signed.payer)) throw new Error(`the receipt is of payer ${receipt.payer}`);
  if (receipt.resourceUrl !== signed.resourceUrl) throw new Error(`the receipt is of ${receipt.resourceUrl}`);
  if (receipt.transaction !== '' && !sameAddress(receipt.transaction, settlement.transaction)) {
    throw new Error(`the receipt is of transaction ${receipt.transaction}`);
  }
  if (recover === undefined) return receipt;
  receipt.signer = await receiptSigner(receipt, recover);
  if (expected !== undefined && !sameAddress(receipt.signer, expected)) {
    throw new Error(`the receipt is signed by ${receipt.signer}`);
  }
  return receipt;
}
