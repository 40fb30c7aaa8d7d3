import { isAddress } from './quote.js';

/** A payment channel of x402's scheme batch-settlement, as it was opened: `channelConfig` of its vouchers. */
export interface ChannelConfig {
  payer: string;
  payerAuthorizer: string;
  receiver: string;
  receiverAuthorizer: string;
  token: string;
  /** Seconds. */
  withdrawDelay: number;
  /** 0x and 64 hex digits. */
  salt: string;
}

/**
 * What is needed of a chain: a wallet client of viem with its account, chain and `publicActions`, or the like. The
 * account is the channel's payer, or its payerAuthorizer, and pays gas in the chain's own coin.
 */
export interface ChainClient {
  call(args: { to: `0x${string}`; data: `0x${string}` }): Promise<{ data?: `0x${string}` | undefined }>;
  sendTransaction(args: { to: `0x${string}`; data: `0x${string}` }): Promise<`0x${string}`>;
  waitForTransactionReceipt(args: { hash: `0x${string}` }): Promise<{ status: string }>;
  getBlock(): Promise<{ timestamp: bigint }>;
}

/** How far the payer's own way to its money is. */
export interface Withdrawal {
  channel: string;
  /** begun and done: by this call. waiting: the delay has not passed. nothing: the channel holds nothing to withdraw. */
  state: 'nothing' | 'begun' | 'waiting' | 'done';
  /** Atomic units that were asked for. What the seller claims until the end is not paid out. */
  amount: bigint;
  /** When it can be ended, while it waits: Unix milliseconds. */
  readyAt?: number;
  transaction?: string;
}

/** The contract of the scheme, the same on every chain. */
const settlement = '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003';

/** The first four bytes of keccak256 of the functions, whose configuration is (address x 5, uint40, bytes32). */
const selectors = {
  getChannelId: '5e5e0b87',
  channels: '7a7ebd7b',
  pendingWithdrawals: 'b7f06ebe',
  initiateWithdraw: 'cf5cf3dc',
  finalizeWithdraw: 'e88377b1',
};

/**
 * Takes the next step to get back what is left in a channel, without its seller: begins a withdrawal, or ends one whose
 * delay has passed. Between the two the seller claims what it has earned, and the channel pays for nothing.
 */
export async function withdraw(client: ChainClient, config: ChannelConfig): Promise<Withdrawal> {
  const words = encode(config);
  const [id] = await read(client, selectors.getChannelId + words, 1);
  const channel = word(id);
  const [amount, begun] = await read(client, selectors.pendingWithdrawals + channel, 2);
  const delay = BigInt(config.withdrawDelay);

  if (begun === 0n) {
    const [balance, claimed] = await read(client, selectors.channels + channel, 2);
    const left = balance - claimed;
    if (left <= 0n) return { channel: '0x' + channel, state: 'nothing', amount: 0n };
    const transaction = await send(client, selectors.initiateWithdraw + words + word(left));
    const readyAt = Number((await client.getBlock()).timestamp + delay) * 1000;
    return { channel: '0x' + channel, state: 'begun', amount: left, readyAt, transaction };
  }

  const ready = begun + delay;
  if ((await client.getBlock()).timestamp < ready) {
    return { channel: '0x' + channel, state: 'waiting', amount, readyAt: Number(ready) * 1000 };
  }
  const transaction = await send(client, selectors.finalizeWithdraw + words);
  return { channel: '0x' + channel, state: 'done', amount, transaction };
}

async function read<N extends 1 | 2>(
  client: ChainClient, data: string, words: N,
): Promise<N extends 1 ? [bigint] : [bigint, bigint]> {
  const answer = (await client.call({ to: settlement, data: `0x${data}` })).data ?? '0x';
  if (!/^0x[0-9a-fA-F]*$/.test(answer) || answer.length !== 2 + 64 * words) {
    throw new Error('the contract of payment channels does not answer (is it on this chain?)');
  }
  const numbers = Array.from({ length: words }, (_, i) => BigInt('0x' + answer.slice(2 + 64 * i, 66 + 64 * i)));
  return numbers as N extends 1 ? [bigint] : [bigint, bigint];
}

async function send(client: ChainClient, data: string): Promise<string> {
  const hash = await client.sendTransaction({ to: settlement, data: `0x${data}` });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`transaction ${hash} failed`);
  return hash;
}

/** The configuration as the contract takes it. */
function encode(config: ChannelConfig): string {
  let words = '';
  for (const name of ['payer', 'payerAuthorizer', 'receiver', 'receiverAuthorizer', 'token'] as const) {
    if (!isAddress(config[name])) throw new TypeError(`${name}: ${config[name]} is not an address`);
    words += config[name].slice(2).toLowerCase().padStart(64, '0');
  }
  if (!Number.isSafeInteger(config.withdrawDelay) || config.withdrawDelay < 0 || config.withdrawDelay >= 2 ** 40) {
    throw new TypeError('withdrawDelay: it is a number of seconds below 2^40');
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(config.salt)) throw new TypeError('salt: it has 0x and 64 hex digits');
  return words + word(BigInt(config.withdrawDelay)) + config.salt.slice(2).toLowerCase();
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
