import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdraw } from '../dist/index.js';

const config = {
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payerAuthorizer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  receiver: '0x1111111111111111111111111111111111111111',
  receiverAuthorizer: '0x2222222222222222222222222222222222222222',
  token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  withdrawDelay: 900,
  salt: '0x' + '0'.repeat(64),
};
const id = 'ab'.repeat(32);
const word = n => BigInt(n).toString(16).padStart(64, '0');

/** A chain with one channel, that does what the contract does with it. */
function newChain(balance, claimed) {
  const chain = {
    now: 1_800_000_000n,
    pending: { amount: 0n, at: 0n },
    sent: [],
    async call({ to, data }) {
      assert.equal(to, '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003');
      switch (data.slice(2, 10)) {
        case '5e5e0b87':
          assert.equal(data.length, 2 + 8 + 7 * 64);
          return { data: '0x' + id };
        case 'b7f06ebe':
          assert.equal(data.slice(10), id);
          return { data: '0x' + word(chain.pending.amount) + word(chain.pending.at) };
        case '7a7ebd7b':
          return { data: '0x' + word(balance) + word(claimed) };
      }
      return {};
    },
    async sendTransaction({ data }) {
      chain.sent.push(data);
      if (data.startsWith('0xcf5cf3dc')) {
        chain.pending = { amount: BigInt('0x' + data.slice(-64)), at: chain.now };
      } else {
        balance -= Number(chain.pending.amount);
        chain.pending = { amount: 0n, at: 0n };
      }
      return '0x' + 'cd'.repeat(32);
    },
    async waitForTransactionReceipt() {
      return { status: chain.fails ? 'reverted' : 'success' };
    },
    async getBlock() {
      return { timestamp: chain.now };
    },
  };
  return chain;
}

test('what is left is withdrawn in two steps', async () => {
  const chain = newChain(5000, 1000);
  const begun = await withdraw(chain, config);
  assert.deepEqual(
    [begun.state, begun.amount, begun.readyAt, begun.channel],
    ['begun', 4000n, 1_800_000_900_000, '0x' + id],
  );

  chain.now += 899n;
  assert.equal((await withdraw(chain, config)).state, 'waiting');
  chain.now += 1n;
  const done = await withdraw(chain, config);
  assert.deepEqual([done.state, done.amount], ['done', 4000n]);
  assert.equal((await withdraw(chain, config)).state, 'nothing');
  assert.equal(chain.sent.length, 2);
});

test('a transaction that failed, and a chain without the contract, are errors', async () => {
  const chain = newChain(5000, 0);
  chain.fails = true;
  await assert.rejects(withdraw(chain, config), /failed/);
  chain.call = async () => ({ data: '0x' });
  await assert.rejects(withdraw(chain, config), /does not answer/);
});

test('a configuration that is none is refused before anything is asked', async () => {
  for (const [name, value] of [
    ['payer', '0x1'],
    ['withdrawDelay', 1.5],
    ['withdrawDelay', 2 ** 40],
    ['salt', '0x00'],
  ]) {
    await assert.rejects(withdraw({}, { ...config, [name]: value }), new RegExp(name));
  }
});
