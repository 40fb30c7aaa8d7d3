import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { baseSepoliaUsdc, baseUsdc, createFarebox } from '../dist/index.js';
import * as s from './seller.mjs';

test('a purchase tells what it cost', async t => {
  const seller = await s.newSeller(t);
  const { farebox, buy } = s.newBuyer(seller);
  const answer = await buy();

  assert.deepEqual(answer.payment, {
    amountUsd: '0.002',
    transaction: s.settledBy,
    network: 'eip155:8453',
    payer: s.payer,
    payTo: s.payTo,
    replayed: false,
    receipt: null,
    receiptError: '',
  });
  assert.equal(await answer.response.text(), '{"sold":true}', 'the text is there for those who need its digits');
  assert.equal(seller.url, '/hash?q=x');
  assert.equal(farebox.spentUsd, '0.002');
});

test('a quote is asked for once, in the header that is read, and only of the service itself', async t => {
  const seller = await s.newSeller(t);
  const { farebox, buy } = s.newBuyer(seller);
  await buy();
  assert.equal(seller.prefers, 'x402-version=2');

  await farebox.fetch(seller.base + '/hash?q=x'); // another seller may not let pages of other origins send it
  assert.equal(seller.prefers, undefined);
});

test('the payment echoes the quote, and is what was signed', async t => {
  const seller = await s.newSeller(t);
  const { account, buy, clock } = s.newBuyer(seller);
  await buy();

  const sent = seller.message(0);
  assert.equal(sent.x402Version, 2);
  assert.deepEqual(sent.accepted, s.offer());
  assert.deepEqual(sent.extensions.another, { info: { Grüße: 1 } });
  assert.match(sent.extensions['payment-identifier'].info.id, /^fbx_[0-9a-f]{32}$/);
  const { domain, primaryType, message } = account.signed[0];
  assert.deepEqual(domain, {
    name: 'USD Coin',
    version: '2',
    chainId: 8453,
    verifyingContract: baseUsdc.contract,
  });
  assert.equal(primaryType, 'TransferWithAuthorization');
  const now = clock.at / 1000;
  assert.deepEqual(sent.payload.authorization, {
    from: s.payer,
    to: s.payTo,
    value: '2000',
    validAfter: String(now - 600),
    validBefore: String(now + 120),
    nonce: message.nonce,
  });
  for (const name of ['value', 'validAfter', 'validBefore']) {
    assert.equal(message[name], BigInt(sent.payload.authorization[name]));
  }
  assert.match(message.nonce, /^0x[0-9a-f]{64}$/);
});

test('a long validity is cut', async t => {
  const seller = await s.newSeller(t);
  seller.ask = s.quote('pay', [s.offer({ maxTimeoutSeconds: 1e9 })]);
  const { buy, clock } = s.newBuyer(seller);
  await buy();
  assert.equal(seller.message(0).payload.authorization.validBefore, String(clock.at / 1000 + 3600));
});

test("the caller's own key names the purchase", async t => {
  for (const [key, id] of [
    ['order-1234567890', 'order-1234567890'],
    ['short', undefined], // the seller goes by the header
  ]) {
    const seller = await s.newSeller(t);
    await s.newBuyer(seller).buy({ idempotencyKey: key });
    assert.equal(seller.message(0).extensions['payment-identifier'].info.id, id);
    assert.deepEqual(seller.keys, [key, key]);
  }
});

test('caps are held before signing', async t => {
  const rows = [
    ['the cap of calls', { maxPerCallUsd: '0.001999' }, {}, '0.001999'],
    ['the cap of the call', {}, { maxUsd: '0.001' }, '0.001'],
    ['the budget', { budgetUsd: '0.001' }, {}, '0.001'],
  ];
  for (const [why, options, callOptions, limit] of rows) {
    const seller = await s.newSeller(t);
    const { farebox, account, buy } = s.newBuyer(seller, options);
    const error = await s.errorOf(buy(callOptions));
    assert.equal(error.name, 'OverBudget', why);
    assert.deepEqual([error.priceUsd, error.limitUsd, error.charged], ['0.002', limit, false]);
    assert.deepEqual([account.signed.length, seller.payments.length, farebox.spentUsd], [0, 0, '0']);
  }
});

test('a price above that of the interface is not paid', async t => {
  const seller = await s.newSeller(t);
  seller.ask = s.quote('pay', [s.offer({ amount: '2001' })]);
  const { account, buy } = s.newBuyer(seller);
  const error = await s.errorOf(buy());
  assert.equal(error.name, 'OverBudget');
  assert.equal(error.limitUsd, '0.002');
  assert.equal(account.signed.length, 0);

  const answer = await buy({ maxUsd: '0.0021' });
  assert.equal(answer.payment.amountUsd, '0.002001', 'the call allows it');
});

test('calls at once share the budget', async t => {
  const seller = await s.newSeller(t);
  const { farebox, account, buy } = s.newBuyer(seller, { budgetUsd: '0.007' });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => buy()));
  assert.equal(results.filter(r => r.status === 'fulfilled').length, 3);
  assert.ok(results.every(r => r.status === 'fulfilled' || r.reason.name === 'OverBudget'));
  assert.equal(account.signed.length, 3);
  assert.equal(farebox.spentUsd, '0.006');
});

test('onPayment decides', async t => {
  const seller = await s.newSeller(t);
  let asked;
  for (const refusal of [() => false, () => Promise.reject(new Error('no'))]) {
    const onPayment = purchase => {
      asked = purchase;
      return refusal();
    };
    const { farebox, account, buy } = s.newBuyer(seller, { onPayment });
    const error = await s.errorOf(buy());
    assert.equal(error.name, 'Declined');
    assert.equal(error.charged, false);
    assert.deepEqual([account.signed.length, farebox.spentUsd], [0, '0']);
  }
  assert.deepEqual(asked, {
    url: seller.base + '/hash?q=x',
    method: 'GET',
    priceUsd: '0.002',
    network: baseUsdc.network,
    asset: baseUsdc.contract,
    payTo: s.payTo,
    resource: seller.base + '/hash',
  });
  await s.newBuyer(seller, { onPayment: () => {} }).buy();
});

test('a wallet that does not sign costs nothing', async t => {
  const seller = await s.newSeller(t);
  for (const signTypedData of [() => Promise.reject(new Error('the user said no')), async () => '0x12']) {
    const { farebox, buy } = s.newBuyer(seller, { account: { address: s.payer, signTypedData } });
    const error = await s.errorOf(buy());
    assert.equal(error.name, 'Declined');
    assert.deepEqual([seller.payments.length, farebox.spentUsd], [0, '0']);
  }
});

test('only what is allowed is paid', async t => {
  const rows = {
    'another scheme': [s.offer({ scheme: 'upto' })],
    'another chain': [s.offer({ network: 'eip155:1' })],
    'the test network': [s.offer({ network: baseSepoliaUsdc.network, asset: baseSepoliaUsdc.contract })],
    'another token': [s.offer({ asset: '0x1111111111111111111111111111111111111111' })],
    'another name of the token': [s.offer({ extra: { name: 'USDC', version: '2' } })],
    'another way of transfer': [s.offer({ extra: { assetTransferMethod: 'permit2' } })],
    'an amount that is a number': [s.offer({ amount: 2000 })],
    'an amount with a point': [s.offer({ amount: '0.002' })],
    'a negative amount': [s.offer({ amount: '-1' })],
    'nobody to pay': [s.offer({ payTo: undefined })],
    'the account that nobody has': [s.offer({ payTo: '0x' + '0'.repeat(40) })],
    'a list of nothing': [],
    'entries that are none': [null, 'exact', 7],
  };
  for (const [why, offers] of Object.entries(rows)) {
    const seller = await s.newSeller(t);
    seller.ask = s.quote('pay', offers);
    const { farebox, account, buy } = s.newBuyer(seller);
    const error = await s.errorOf(buy());
    assert.equal(error.name, 'Unpayable', why);
    assert.deepEqual([account.signed.length, farebox.spentUsd, error.charged], [0, '0', false]);
  }
});

test('a 402 that is no quote is not paid', async t => {
  for (const header of [undefined, '', '%%%', Buffer.from('{"x402Version":1,"accepts":[]}').toString('base64')]) {
    const seller = await s.newSeller(t);
    seller.ask = s.problem(402, '{}', header === undefined ? {} : { 'payment-required': header });
    assert.equal((await s.errorOf(s.newBuyer(seller).buy())).name, 'Unpayable');
  }
});

test('the cheapest offer in the first allowed asset is paid, in its own domain', async t => {
  const sepolia = { network: baseSepoliaUsdc.network, asset: baseSepoliaUsdc.contract, extra: { name: 'USDC' } };
  const seller = await s.newSeller(t);
  seller.ask = s.quote('pay', [
    s.offer({ amount: '1' }),
    s.offer({ ...sepolia, amount: '1900' }),
    s.offer({ ...sepolia, amount: '1800' }),
    s.offer({ ...sepolia, amount: '1850' }),
  ]);
  const { account, buy } = s.newBuyer(seller, { assets: [baseSepoliaUsdc, baseUsdc] });
  const answer = await buy();
  assert.deepEqual([answer.payment.amountUsd, answer.payment.network], ['0.0018', 'eip155:84532']);
  assert.deepEqual([account.signed[0].domain.name, account.signed[0].domain.chainId], ['USDC', 84532]);
});

test('a redirect to a price is not paid', async t => {
  const seller = await s.newSeller(t);
  const { ask } = seller;
  seller.ask = (request, response) => {
    if (request.url === '/elsewhere') ask(request, response);
    else s.problem(307, '', { location: '/elsewhere' })(request, response);
  };
  const { account, buy } = s.newBuyer(seller);
  assert.equal((await s.errorOf(buy())).name, 'Unpayable');
  assert.equal(account.signed.length, 0);
});

test('the body is sent with each try', async t => {
  const seller = await s.newSeller(t, s.hangUp, s.sell);
  const { farebox } = s.newBuyer(seller);
  await farebox.call({ method: 'POST', path: '/hash', priceUsd: '0.002' }, { text: 'größer' });
  const body = '{"text":"größer"}';
  assert.deepEqual(seller.bodies, [body, body, body]);
});

test('lists and empty inputs of a query', async t => {
  const seller = await s.newSeller(t);
  const { farebox } = s.newBuyer(seller);
  await farebox.call(s.hash, { list: ['a,b', 'c d'], none: undefined, no: null, empty: [], zero: 0, off: false });
  assert.equal(seller.url, '/hash?list=a%2Cb,c%20d&zero=0&off=false');
});

test('errors have their classes', async t => {
  const rows = [
    [400, { code: 'invalid_input', field: 'q', charged: false }, 'InvalidInput'],
    [404, { code: 'not_found', charged: false }, 'NotFound'],
    [404, { code: 'no_such_route', charged: false }, 'InvalidInput'],
    [422, { code: 'too_large', charged: false }, 'InvalidInput'],
    [429, { code: 'too_many_requests', charged: false }, 'RateLimited'],
    [503, { code: 'rate_limited', charged: false }, 'RateLimited'],
    [502, { code: 'upstream_failed', charged: false }, 'Upstream'],
  ];
  for (const [status, body, name] of rows) {
    const whole = { ...body, detail: 'why', request_id: 'r1', retry: 'never' };
    const seller = await s.newSeller(t, s.problem(status, whole));
    const { farebox, buy } = s.newBuyer(seller, { retries: 0 });
    const error = await s.errorOf(buy());
    assert.equal(error.name, name);
    assert.equal(error.constructor.name, name);
    assert.deepEqual(
      [error.status, error.code, error.detail, error.requestId, error.retry, error.charged],
      [status, body.code, 'why', 'r1', 'never', false],
    );
    assert.equal(farebox.spentUsd, '0');
  }

  for (const [reason, name] of [
    ['insufficient_funds', 'InsufficientFunds'],
    ['invalid_exact_evm_insufficient_balance', 'InsufficientFunds'],
    ['duplicate_settlement', 'PaymentRefused'],
    ['a reason that nobody has heard of before', 'PaymentRefused'],
  ]) {
    const seller = await s.newSeller(t, s.quote(reason));
    const error = await s.errorOf(s.newBuyer(seller).buy());
    assert.deepEqual([error.name, error.code, error.charged, seller.payments.length], [name, reason, false, 1]);
  }
});

test('a charge that is not said is in doubt, one that is settled is charged', async t => {
  const seller = await s.newSeller(t, s.problem(400, { code: 'odd' }));
  const { farebox, buy } = s.newBuyer(seller);
  assert.equal((await s.errorOf(buy())).charged, 'maybe');
  assert.equal(farebox.spentUsd, '0.002');

  const settled = Buffer.from('{"success":true}').toString('base64');
  seller.steps = [s.problem(502, { charged: false }, { 'payment-response': settled })];
  seller.payments = [];
  assert.equal((await s.errorOf(buy())).charged, true);
  assert.equal(seller.payments.length, 1);
});

test('a seller that cannot be reached costs nothing', async t => {
  const { buy } = s.newBuyer({ base: 'http://127.0.0.1:1' });
  const error = await s.errorOf(buy());
  assert.deepEqual([error.name, error.status, error.charged], ['Upstream', 0, false]);
});

test('a waived price is not spent', async t => {
  const seller = await s.newSeller(t, (request, response) => s.sell(request, response, { 'x-charged': 'false' }));
  const { farebox, buy } = s.newBuyer(seller);
  const answer = await buy();
  assert.equal(answer.payment, null);
  assert.equal(farebox.spentUsd, '0');
});

test('an answer that is given again is counted once', async t => {
  const again = (request, response) => s.sell(request, response, { 'x-replayed': 'true' });
  const seller = await s.newSeller(t, s.sell, again);
  const { farebox, buy } = s.newBuyer(seller);
  await buy({ idempotencyKey: 'order-1234567890' });
  const answer = await buy({ idempotencyKey: 'order-1234567890' });
  assert.equal(answer.payment.replayed, true);
  assert.equal(farebox.spentUsd, '0.002');
});

test('a cancelled purchase that is given again is counted once', async t => {
  const cancelled = new AbortController();
  const stop = (request, response) => {
    cancelled.abort(new Error('enough'));
    request.socket.destroy();
  };
  const again = (request, response) => s.sell(request, response, { 'x-replayed': 'true' });
  const seller = await s.newSeller(t, stop, again);
  const { farebox, buy } = s.newBuyer(seller);
  const error = await s.errorOf(buy({ idempotencyKey: 'order-1234567890', signal: cancelled.signal }));
  assert.deepEqual([error.name, farebox.spentUsd], ['SettlementPending', '0.002']);
  assert.ok(!inspect(error).includes(error.payment) && !JSON.stringify(error).includes(error.payment), 'not in a log');

  await buy({ idempotencyKey: 'order-1234567890' });
  assert.equal(farebox.spentUsd, '0.002');
  await buy({ idempotencyKey: 'order-1234567891' });
  assert.equal(farebox.spentUsd, '0.004', 'another purchase, which is counted though somebody bought it before');
});

test('what is no JSON object is no answer', async t => {
  for (const body of ['<html>', 'null', '"text"', '', '{"so']) {
    const seller = await s.newSeller(t, s.problem(200, body, { 'content-type': 'text/html' }));
    const { farebox, buy } = s.newBuyer(seller);
    const error = await s.errorOf(buy());
    assert.deepEqual([error.name, error.charged, error.body, farebox.spentUsd], ['Upstream', true, body, '0.002']);
    const plain = await farebox.call({ ...s.hash, plain: true }, {});
    assert.equal(plain.data, body);
  }
});

test('purchases that one transaction settles are all counted', async t => {
  const seller = await s.newSeller(t, s.sell);
  const { farebox, buy } = s.newBuyer(seller);
  await Promise.all([buy({ idempotencyKey: 'order-1234567890' }), buy({ idempotencyKey: 'order-1234567891' })]);
  assert.equal(farebox.spentUsd, '0.004');
});

test('an answer that was paid for and cannot be read tells that it is charged', async t => {
  const settled = Buffer.from('{"success":true}').toString('base64');
  const headers = { 'content-type': 'application/json', 'payment-response': settled };
  const seller = await s.newSeller(t, s.problem(200, '{"so', headers));
  const { farebox, buy } = s.newBuyer(seller);
  const error = await s.errorOf(buy());
  assert.deepEqual([error.name, error.charged, error.body], ['Upstream', true, '{"so']);
  assert.equal(farebox.spentUsd, '0.002');
});

test('without an account the price is told', async t => {
  const seller = await s.newSeller(t);
  const error = await s.errorOf(createFarebox({ baseUrl: seller.base }).call(s.hash, {}));
  assert.deepEqual([error.name, error.status, error.charged], ['PaymentRequired', 402, false]);
  assert.match(error.message, /0\.002 USD/);
  assert.equal(error.quote.accepts.length, 1);
});

test('a free answer is passed on', async t => {
  const seller = await s.newSeller(t);
  seller.ask = (request, response) => response.end('plain');
  const { farebox } = s.newBuyer(seller);
  const response = await farebox.fetch(seller.base + '/free');
  assert.equal(await response.text(), 'plain');
});

test('receipts are held against the purchase', async t => {
  const seller = await s.newSeller(t);
  const signer = '0x1111111111111111111111111111111111111111';
  const payload = {
    version: 1,
    network: 'eip155:8453',
    resourceUrl: seller.base + '/hash',
    payer: s.payer.toLowerCase(),
    issuedAt: 1_790_000_000,
    transaction: s.settledBy,
  };
  const rows = [
    ['', {}],
    ['', { transaction: '' }],
    ['network', { network: 'eip155:1' }],
    ['payer', { payer: signer }],
    ['is of http', { resourceUrl: 'http://elsewhere.test/' }],
    ['transaction', { transaction: '0x' + '00'.repeat(32) }],
    ['malformed', { issuedAt: 'soon' }],
  ];
  for (const [wrong, changes] of rows) {
    const receipt = { format: 'eip712', payload: { ...payload, ...changes }, signature: '0x' + '22'.repeat(65) };
    const extensions = { 'offer-receipt': { info: { receipt } } };
    seller.steps = [(request, response) => s.sell(request, response, {}, { extensions })];
    let asked;
    const recoverTypedDataAddress = async data => {
      asked = data;
      return signer;
    };
    const { buy } = s.newBuyer(seller, { recoverTypedDataAddress });
    const { payment } = await buy();
    assert.equal(payment.receipt === null, wrong !== '', JSON.stringify(changes));
    assert.ok(payment.receiptError.includes(wrong), payment.receiptError);
    if (wrong !== '') continue;
    assert.equal(payment.receipt.signer, signer);
    assert.equal(asked.message.issuedAt, 1_790_000_000n);

    const other = { recoverTypedDataAddress, receiptSigner: s.payTo };
    assert.match((await s.newBuyer(seller, other).buy()).payment.receiptError, /signed by/);
    assert.equal((await s.newBuyer(seller).buy()).payment.receipt.signer, null);
  }
});

test('options are checked', () => {
  const account = { address: s.payer, signTypedData: async () => '0x' };
  for (const bad of [
    { baseUrl: 'api.farebox.test' },
    { baseUrl: 'ftp://api.farebox.test' },
    { maxPerCallUsd: 'five cents' },
    { maxPerCallUsd: '-1' },
    { maxPerCallUsd: 0.05 },
    { budgetUsd: '0.0000001' },
    { budgetUsd: '1.' },
    { account: { ...account, address: 'me' } },
    { account: { address: s.payer } },
    { assets: [{ contract: 'USDC' }] },
    { receiptSigner: 'me' },
    { receiptSigner: s.payer },
  ]) {
    assert.throws(() => createFarebox({ baseUrl: 'https://api.farebox.test', account, ...bad }), TypeError);
  }
});
