import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { baseUsdc, solanaKey, solanaUsdc } from '../dist/index.js';
import * as s from './seller.mjs';

// Addresses of the keys of the bytes 1, 2 and 3, and what @x402/svm 2.27.0 made of 10,000 units with them.
const buyer = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const feePayer = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const payTo = 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse';
const recentBlockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const stock = Buffer.from(
  'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACnbhK+ADr5rtpvKEbzNJounU5M' +
    'XEXBZGT1HkPngYYIAtMxAfEwMpAZVAT60z/t6t2S9zn6qZ2YVu0UYVq6lGoOgAIBBAiBOXcOqH0XX1ajVGbDTH7My42KkbTuN6Jd9g9bj8mzlIqI' +
    '4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29cK8kCOGhpAsJh82TGFPHsq0/z4F9YGhwIBT/HU9NN52y3u4T1/jPeFaQeWwjr0hpa8fhuRvZT' +
    'RT6HDzBHpR7Q4AMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAAxvp6877brTo9ZfNqq8l0MbG75MLS9uDkfKYCA0UvXWEFSlNamSkhBk0k' +
    '6HFg2jh8fDW13bySu4HkH6hAQQVEjQbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAEBAAFAiBOAAAEAAkDAQAAAAAAAAAHBAIFAwEKDBAnAAAAAAAABgYAIDA1ODYzMzc4ZDkzNTNhNjQ2YjY0YjJiNDJjNjI5MmRiAA==',
  'base64',
);
const publicHalf = [...stock.subarray(134 + 32, 134 + 64)];
const secret = JSON.stringify([...Array(32).fill(1), ...publicHalf]);

function offer(changes = {}, extra = {}) {
  return s.offer({
    network: solanaUsdc.network,
    asset: solanaUsdc.contract,
    payTo,
    extra: { feePayer, recentBlockhash, ...extra },
    ...changes,
  });
}

async function newBuyer(t, offers, options = {}) {
  const seller = await s.newSeller(t);
  seller.ask = s.quote('PAYMENT-SIGNATURE header is required', offers);
  const solanaAccount = await solanaKey(secret);
  return { seller, ...s.newBuyer(seller, { account: undefined, solanaAccount, ...options }) };
}

const transactionOf = (seller, i) => Buffer.from(seller.message(i).payload.transaction, 'base64');
const accounts = bytes => new Set(Array.from({ length: 8 }, (_, i) => bytes.subarray(134 + 32 * i, 166 + 32 * i).toString('hex')));

test('a purchase on Solana is a transaction that the account has signed', async t => {
  const { buy, seller } = await newBuyer(t, [offer({ amount: '1500' })]);
  const { payment } = await buy();
  assert.equal(payment.network, solanaUsdc.network);
  assert.equal(payment.payer, buyer);
  assert.equal(payment.payTo, payTo);
  assert.equal(payment.amountUsd, '0.0015');

  const sent = seller.message(0);
  assert.deepEqual(Object.keys(sent.payload), ['transaction']);
  assert.deepEqual(sent.accepted, offer({ amount: '1500' }));
  const bytes = transactionOf(seller, 0);
  assert.ok(bytes.subarray(1, 65).every(b => b === 0), "the fee payer's place is empty");
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicHalf)]),
    format: 'der',
    type: 'spki',
  });
  assert.ok(verify(null, bytes.subarray(129), key, bytes.subarray(65, 129)));
  assert.equal(bytes.length, stock.length, "as long as the stock buyer's");
  assert.deepEqual(accounts(bytes), accounts(stock), "the stock buyer's accounts, token accounts among them");
  assert.ok(bytes.includes(Buffer.from('0cdc0500000000000006', 'hex')), 'TransferChecked of 1,500 with 6 decimals');
});

test('two equal purchases on one blockhash are two payments', async t => {
  const { buy, seller } = await newBuyer(t, [offer()]);
  await buy();
  await buy();
  assert.equal(seller.different, 2);
});

test("the seller's memo is the note", async t => {
  const { buy, seller } = await newBuyer(t, [offer({}, { memo: 'order 7' })]);
  await buy();
  assert.ok(transactionOf(seller, 0).toString('latin1').endsWith('order 7\0'));
});

test('nothing is signed for what is not as agreed', async t => {
  const wrong = {
    'another token': offer({ asset: payTo }),
    'the token in another case': offer({ asset: solanaUsdc.contract.toLowerCase() }),
    'an account of Ethereum': offer({ payTo: s.payTo }),
    nobody: offer({ payTo: '1'.repeat(32) }),
    'no fee payer': offer({}, { feePayer: undefined }),
    'a memo that is too long': offer({}, { memo: 'x'.repeat(257) }),
    'the buyer as fee payer': offer({}, { feePayer: buyer }),
  };
  for (const [why, each] of Object.entries(wrong)) {
    const { buy, seller } = await newBuyer(t, [each]);
    await assert.rejects(buy(), undefined, why);
    assert.equal(seller.payments.length, 0, why);
  }
});

test('caps hold on Solana', async t => {
  const { buy, seller } = await newBuyer(t, [offer()], { budgetUsd: '0.003' });
  await buy();
  await assert.rejects(buy(), { name: 'OverBudget' });
  assert.equal(seller.payments.length, 1);
});

test('each account pays on its own network', async t => {
  const both = [s.offer(), offer()];
  const evm = s.newAccount();
  for (const [options, want] of [
    [{ account: evm, solanaAccount: undefined }, baseUsdc.network],
    [{}, solanaUsdc.network],
    [{ account: evm }, baseUsdc.network],
    [{ account: evm, assets: [solanaUsdc, baseUsdc] }, solanaUsdc.network],
  ]) {
    const { buy } = await newBuyer(t, both, options);
    assert.equal((await buy()).payment.network, want);
  }
  await assert.rejects(newBuyer(t, both, { assets: [baseUsdc] }), /no account/);
});

test('a node is asked when the seller names no blockhash', async t => {
  const asked = [];
  const node = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    asked.push(JSON.parse(Buffer.concat(parts)).method);
    response.end(JSON.stringify({ result: { value: { blockhash: recentBlockhash } } }));
  });
  await new Promise(resolve => node.listen(0, '127.0.0.1', resolve));
  t.after(() => node.close());
  const solanaNode = `http://127.0.0.1:${node.address().port}`;

  const { buy, seller } = await newBuyer(t, [offer({}, { recentBlockhash: undefined })], { solanaNode });
  await buy();
  assert.deepEqual(asked, ['getLatestBlockhash']);
  assert.equal(seller.payments.length, 1);
});

test('a pending payment is sent again as it is', async t => {
  const { buy, seller } = await newBuyer(t, [offer()]);
  seller.steps = [s.quote('settlement_pending', [offer()])];
  let pending;
  await assert.rejects(buy(), error => {
    pending = error;
    return error.name === 'SettlementPending';
  });
  seller.steps = [s.sell];
  const { payment } = await buy({ payment: pending.payment });
  assert.equal(payment.payer, buyer);
  assert.equal(payment.amountUsd, '0.002');
  assert.equal(seller.different, 1);
});

test('what is no key is refused without being repeated', async () => {
  for (const bad of ['', '0x' + '1'.repeat(64), '[1,2]', '[256]', buyer, JSON.stringify(Array(64).fill(1))]) {
    await assert.rejects(solanaKey(bad), error => error instanceof TypeError && (bad === '' || !error.message.includes(bad)));
  }
});
