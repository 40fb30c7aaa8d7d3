import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseSepoliaUsdc, baseUsdc } from '../dist/index.js';
import { clockNote } from '../dist/redeem.js';
import * as s from './seller.mjs';

const pending = { code: 'settlement_pending', charged: null };

test('the same payment is sent again', async t => {
  const rows = {
    'the connection broke': s.hangUp,
    'the answer broke off after it was settled': s.breakOff,
    'another request works on it': s.problem(409, { code: 'payment_in_flight', charged: null }),
    'a gateway answers in the place of the seller': s.problem(502, '<html>'),
    'a gateway has nobody to ask': s.problem(503, ''),
    'a gateway lost patience': s.problem(504, ''),
    'the chain has not said': s.problem(503, pending),
    'a facilitator has not said': s.quote('settlement_pending'),
    'a provider failed, at no cost': s.problem(502, { code: 'upstream_failed', charged: false }),
    'a limit of the payer, at no cost': s.problem(429, { charged: false, retry: 'same_payment' }),
  };
  for (const [why, step] of Object.entries(rows)) {
    await t.test(why, async t => {
      const seller = await s.newSeller(t, step, step, s.sell);
      const { farebox, account, buy } = s.newBuyer(seller);
      const answer = await buy();

      assert.deepEqual(answer.data, { sold: true });
      assert.equal(answer.payment.transaction, s.settledBy);
      assert.deepEqual([seller.payments.length, seller.different, seller.unpaid], [3, 1, 1]);
      assert.equal(account.signed.length, 1);
      assert.equal(farebox.spentUsd, '0.002');
    });
  }
});

test('a service that restarts is asked again before anything is paid', async t => {
  const rows = [
    ['the connection broke', 'GET', s.hangUp, true],
    ['the connection broke after a body was sent', 'POST', s.hangUp, false],
    ['a gateway has nobody to ask', 'GET', s.problem(502, '<html>'), true],
    ['a gateway may have asked', 'POST', s.problem(502, '<html>'), false],
    ['the seller says that it may be sent again', 'POST', s.problem(503, { retry: 'same_payment' }), true],
    ['the seller says that it is of no use', 'GET', s.problem(503, { retry: 'never' }), false],
    ['the seller asks for an hour', 'GET', s.problem(503, '', { 'retry-after': '3600' }), false],
    ['bad input', 'GET', s.problem(400, { code: 'invalid_input' }), false],
  ];
  for (const [why, method, first, again] of rows) {
    await t.test(why, async t => {
      const seller = await s.newSeller(t);
      const quoted = seller.ask;
      seller.ask = (request, response) => (seller.unpaid === 1 ? first : quoted)(request, response);
      const { farebox } = s.newBuyer(seller);
      const call = farebox.call({ ...s.hash, method }, { q: 'x' });
      if (again) assert.deepEqual((await call).data, { sold: true });
      else assert.equal((await s.errorOf(call)).charged, false);
      assert.equal(seller.unpaid, again ? 2 : 1);
    });
  }
});

test('a wrong clock is named', () => {
  const noon = Date.UTC(2026, 11, 1, 12);
  const date = new Date(noon).toUTCString();
  const late = 'invalid_exact_evm_payload_authorization_valid_before';
  assert.equal(clockNote(late, date, noon - 120_000), ": the clock here is 120 s behind the seller's");
  assert.equal(clockNote('payment_expired', date, noon + 3_600_000), ": the clock here is 3600 s ahead of the seller's");
  assert.equal(clockNote('payment_expired', date, noon + 5000), '');
  assert.equal(clockNote('payment_expired', null, noon), '');
  assert.equal(clockNote('insufficient_funds', date, noon + 3_600_000), '');
});

test('Retry-After is heeded, and pauses grow', async t => {
  const seller = await s.newSeller(
    t,
    s.problem(503, pending, { 'retry-after': '7' }),
    s.problem(503, pending),
    s.problem(503, pending),
    s.sell,
  );
  const { buy, clock } = s.newBuyer(seller);
  await buy();
  assert.deepEqual(clock.waits, [7000, 1000, 2000]);
});

test('an unknown outcome ends when the payment expires', async t => {
  const rows = {
    'no answer': s.hangUp,
    pending: s.problem(503, pending),
    'pending, with a charge that nobody can know': s.problem(503, { ...pending, charged: false }),
  };
  for (const [why, step] of Object.entries(rows)) {
    await t.test(why, async t => {
      const seller = await s.newSeller(t, step);
      const { farebox, buy, clock } = s.newBuyer(seller);
      const begun = clock.at;
      const error = await s.errorOf(buy());

      assert.equal(error.name, 'SettlementPending');
      assert.equal(error.code, 'settlement_pending');
      assert.equal(error.charged, 'maybe');
      assert.equal(error.payment, seller.payments[0]);
      assert.equal(error.validBefore.getTime(), begun + 120_000);
      assert.equal(seller.different, 1);
      assert.ok(clock.at < begun + 120_000);
      assert.equal(farebox.spentUsd, '0.002', 'it may have been spent');

      clock.at += 200_000;
      seller.payments = [];
      seller.steps = [step, s.sell];
      const answer = await buy({ payment: error.payment });
      assert.deepEqual(seller.payments, [error.payment, error.payment], 'also after it expired');
      assert.equal(answer.payment.amountUsd, '0.002');
      assert.equal(seller.different, 1);
      assert.equal(farebox.spentUsd, '0.002', 'it is not counted twice');
    });
  }
});

test('a call that is ended tells that it may be paid', async t => {
  const ended = new AbortController();
  const seller = await s.newSeller(t, request => {
    ended.abort(new Error('enough'));
    setTimeout(() => request.socket.destroy(), 20);
  });
  const { buy } = s.newBuyer(seller);
  const error = await s.errorOf(buy({ signal: ended.signal }));
  assert.equal(error.name, 'SettlementPending');
  assert.equal(error.charged, 'maybe');
  assert.equal(error.payment, seller.payments[0]);
});

test('a call that is ended before the payment gives its own reason', async t => {
  const seller = await s.newSeller(t);
  const { buy, account } = s.newBuyer(seller);
  const reason = new Error('enough');
  assert.equal(await s.errorOf(buy({ signal: AbortSignal.abort(reason) })), reason);
  assert.equal(account.signed.length, 0);
});

test('nothing is signed anew after doubt', async t => {
  const seller = await s.newSeller(t, s.hangUp, s.quote('payment_expired'));
  const { farebox, buy, account } = s.newBuyer(seller);
  const error = await s.errorOf(buy());
  assert.equal(error.name, 'PaymentRefused');
  assert.equal(error.charged, 'maybe');
  assert.equal(account.signed.length, 1);
  assert.equal(farebox.spentUsd, '0.002');
});

test('a failure at no cost ends after the retries', async t => {
  const seller = await s.newSeller(t, s.problem(502, { code: 'upstream_failed', charged: false }));
  const { farebox, buy } = s.newBuyer(seller);
  const error = await s.errorOf(buy());
  assert.equal(error.name, 'Upstream');
  assert.equal(error.charged, false);
  assert.deepEqual([seller.payments.length, seller.different], [3, 1]);
  assert.equal(farebox.spentUsd, '0');
});

test('what cannot pass is not sent again', async t => {
  for (const retry of ['never', 'new_payment']) {
    const seller = await s.newSeller(t, s.problem(503, { code: 'odd', charged: false, retry }));
    const error = await s.errorOf(s.newBuyer(seller).buy());
    assert.deepEqual([error.name, error.retry, error.charged, seller.payments.length], ['Upstream', retry, false, 1]);
  }
});

test('an expired payment is signed anew once', async t => {
  const seller = await s.newSeller(t, s.quote('payment_expired'));
  const { farebox, buy, account } = s.newBuyer(seller);
  const error = await s.errorOf(buy());
  assert.equal(error.name, 'PaymentRefused');
  assert.equal(error.charged, false);
  assert.equal(account.signed.length, 2);
  const ids = seller.payments.map((_, i) => seller.message(i).extensions['payment-identifier'].info.id);
  assert.equal(ids[0], ids[1], 'both are the same purchase');
  assert.equal(farebox.spentUsd, '0');

  seller.steps = [s.sell];
  await buy();
  assert.equal(farebox.spentUsd, '0.002');
});

test('terms cannot change after a signature', async t => {
  const rows = {
    'another account': { payTo: '0x1111111111111111111111111111111111111111' },
    'a higher price': { amount: '2001' },
    'another asset': {
      asset: baseSepoliaUsdc.contract,
      network: baseSepoliaUsdc.network,
      extra: { name: baseSepoliaUsdc.name, version: baseSepoliaUsdc.version },
    },
  };
  for (const [why, changes] of Object.entries(rows)) {
    await t.test(why, async t => {
      const seller = await s.newSeller(t, s.quote('payment_expired', [s.offer(changes)]), s.sell);
      const { buy, account } = s.newBuyer(seller, { assets: [baseUsdc, baseSepoliaUsdc] });
      assert.equal((await s.errorOf(buy())).name, 'PaymentRefused');
      assert.equal(account.signed.length, 1);
    });
  }
});

test('a redirect does not get the payment', async t => {
  const seller = await s.newSeller(t, s.problem(307, '', { location: '/elsewhere' }), s.sell);
  const { buy } = s.newBuyer(seller);
  const error = await s.errorOf(buy());
  assert.equal(error.name, 'SettlementPending');
  assert.equal(seller.payments.length, 1);
});
