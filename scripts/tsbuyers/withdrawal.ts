// Takes money out of a payment channel without its seller, from the beginning to the end, with the packed SDK. The chain's
// clock is turned ahead for that: purchases are not possible on it afterwards. Environment: RPC_URL, BUYER_KEY; TOKEN
// when it is not USDC's address on Base.
import { withdraw, type ChannelConfig } from '@farebox/sdk';
import {
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  keccak256,
  parseAbi,
  parseAbiParameters,
  publicActions,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';

const transport = http(process.env.RPC_URL!);
const token = (process.env.TOKEN ?? '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913') as Hex;
const account = privateKeyToAccount(`0x${process.env.BUYER_KEY!.trim().replace(/^0x/, '')}` as Hex);
const chain = createWalletClient({ account, chain: base, transport }).extend(publicActions);
const clock = createTestClient({ mode: 'hardhat', chain: base, transport });

const contract = '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003';
const collector = '0x4020806089470a89826cB9fB1f4059150b550004';
const deposited = 5000n;
const config: ChannelConfig = {
  payer: account.address,
  payerAuthorizer: account.address,
  receiver: '0x1111111111111111111111111111111111111111',
  receiverAuthorizer: '0x2222222222222222222222222222222222222222',
  token,
  withdrawDelay: 900,
  salt: `0x${'0'.repeat(64)}`,
};

let failed = 0;

function check(name: string, ok: boolean, detail: unknown = ''): void {
  if (!ok) failed++;
  console.log(`${ok ? 'ok' : 'FAILED'} withdrawal: ${name}${ok || detail === '' ? '' : `: ${String(detail)}`}`);
}

function balance(owner: Hex): Promise<bigint> {
  const abi = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
  return chain.readContract({ address: token, abi, functionName: 'balanceOf', args: [owner] });
}

/** Puts money into the channel, whose seller nobody asks. */
async function deposit(): Promise<void> {
  const abi = parseAbi([
    'struct Config { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }',
    'function deposit(Config config, uint128 amount, address collector, bytes data)',
    'function getChannelId(Config config) view returns (bytes32)',
  ]);
  const channel = config as never;
  const id = await chain.readContract({ address: contract, abi, functionName: 'getChannelId', args: [channel] });
  const salt = `0x${'07'.repeat(32)}` as const;
  const until = BigInt(Math.floor(Date.now() / 1000) + 3600);
  const signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: base.id, verifyingContract: token },
    types: {
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: account.address,
      to: collector,
      value: deposited,
      validAfter: 0n,
      validBefore: until,
      nonce: keccak256(`${id}${salt.slice(2)}` as Hex),
    },
  });
  const data = encodeAbiParameters(parseAbiParameters('uint256, uint256, bytes32, bytes'), [0n, until, salt, signature]);
  const args = [channel, deposited, collector, data] as const;
  const call = encodeFunctionData({ abi, functionName: 'deposit', args });
  const { status } = await chain.waitForTransactionReceipt({
    hash: await chain.sendTransaction({ to: contract, data: call }),
  });
  if (status !== 'success') throw new Error('the deposit was not made');
}

const before = await balance(account.address);
const held = await balance(contract);
check('nothing is in a channel that is not open', (await withdraw(chain, config)).state === 'nothing');
await deposit();
check('the deposit is in the contract', (await balance(account.address)) === before - deposited);

const begun = await withdraw(chain, config);
check('all of it is asked for', begun.state === 'begun' && begun.amount === deposited, begun.amount);
const waiting = await withdraw(chain, config);
check('it waits for the delay', waiting.state === 'waiting' && waiting.readyAt! > Date.now() + 600_000, waiting.state);
await clock.increaseTime({ seconds: config.withdrawDelay - 60 });
const early = await withdraw(chain, config);
check('it waits a minute before its end', early.state === 'waiting' && early.readyAt === waiting.readyAt, early.state);
check('nothing has come back until then', (await balance(account.address)) === before - deposited);

await clock.increaseTime({ seconds: 60 });
const done = await withdraw(chain, config);
check('it ends when the delay has passed', done.state === 'done' && done.amount === deposited, done.state);
check('all has come back, to the unit', (await balance(account.address)) === before, await balance(account.address));
check('the contract holds what it held before', (await balance(contract)) === held);
check('nothing is left to withdraw', (await withdraw(chain, config)).state === 'nothing');

if (failed > 0) console.error(`${failed} checks failed`);
process.exit(failed > 0 ? 1 : 0);
