// Has stock x402 clients pay a target of targets.mjs on a running dev server, and checks after each that the answer is
// right, that its settlement header says so, and that exactly the price moved on the chain.
// Environment: FAREBOX_URL, RPC_URL, BUYER_KEY; TOKEN and TARGET (builtin) have defaults. With SOLANA_RPC_URL and
// SOLANA_BUYER_KEY it is paid on Solana too.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import axios from 'axios';
import { privateKeyToAccount } from 'viem/accounts';
import { wrapFetchWithPayment, decodeXPaymentResponse } from 'x402-fetch';
import { withPaymentInterceptor, decodeXPaymentResponse as decodeForAxios } from 'x402-axios';
import { wrapFetchWithPaymentFromConfig, decodePaymentResponseHeader } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client';
import { Mppx, evm } from 'mppx/client';
import {
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  verifyOfferSignatureEIP712,
  verifyReceiptSignatureEIP712,
} from '@x402/extensions/offer-receipt';
import { checkDocuments } from './documents.mjs';
import { payOnSolana } from './solana.mjs';
import { targets } from './targets.mjs';

const base = process.env.FAREBOX_URL.replace(/\/$/, '');
const rpcURL = process.env.RPC_URL;
const key = process.env.BUYER_KEY.trim();
const token = process.env.TOKEN ?? '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const target = targets[process.env.TARGET ?? 'builtin'];
const { route, price, expected } = target;

const account = privateKeyToAccount(key.startsWith('0x') ? key : `0x${key}`);
const url = base + route;
let passed = 0;
let failed = 0;

function check(name, ok, detail = '') {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? 'ok' : 'FAILED'} ${name}${detail === '' ? '' : `: ${detail}`}`);
}

async function rpc(method, params) {
  const res = await fetch(rpcURL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = await res.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

// balanceOf(address) has the selector 0x70a08231.
async function balance(owner) {
  const data = '0x70a08231' + owner.slice(2).toLowerCase().padStart(64, '0');
  return BigInt(await rpc('eth_call', [{ to: token, data }, 'latest']));
}

// Each buyer returns {status, body, settlement}; settlement is the decoded header, or undefined.
const buyers = {
  'x402-fetch (v1)': async () => {
    const res = await wrapFetchWithPayment(fetch, account)(url, { method: 'GET' });
    const header = res.headers.get('x-payment-response');
    return { status: res.status, body: await res.text(), settlement: header && decodeXPaymentResponse(header), network: 'base' };
  },
  'x402-axios (v1)': async () => {
    const client = withPaymentInterceptor(axios.create({ baseURL: base }), account);
    const res = await client.get(route).catch(error => {
      if (!error.response) throw error;
      return error.response;
    });
    const header = res.headers['x-payment-response'];
    return { status: res.status, body: JSON.stringify(res.data), settlement: header && decodeForAxios(header), network: 'base' };
  },
  '@x402/fetch + @x402/evm (v2)': async () => {
    const pay = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
    });
    const res = await pay(url, { method: 'GET' });
    const header = res.headers.get('payment-response');
    return { status: res.status, body: await res.text(), settlement: header && decodePaymentResponseHeader(header), network: 'eip155:8453' };
  },
  'mppx (MPP)': async () => byMPP(await payMPP(url, { method: 'GET' })),
  'mppx (MPP), what a body asks for': async () =>
    byMPP(
      await payMPP(base + target.body.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(target.body.json('daisy')),
      }),
      target.body,
    ),
};

// payMPP is fetch with a client of the Payment scheme. It prefers that to x402 when both are offered.
function payMPP(where, init) {
  const client = Mppx.create({
    polyfill: false,
    methods: [evm({ account, networks: [8453], currencies: [token], authorization: { name: 'USD Coin', version: '2' }, decimals: 6, maxAmount: '0.05' })],
  });
  return client.fetch(where, init);
}

async function byMPP(res, bought) {
  const header = res.headers.get('payment-receipt');
  const receipt = header && JSON.parse(Buffer.from(header, 'base64url').toString());
  const body = await res.text();
  return {
    status: res.status === bought?.status ? 200 : res.status,
    body: bought && body.includes(bought.expected('daisy')) ? expected : body,
    cost: bought?.price,
    settlement: receipt && {
      success: receipt.status === 'success',
      network: `eip155:${receipt.chainId}`,
      payer: account.address,
      transaction: receipt.reference,
    },
    network: 'eip155:8453',
  };
}

async function payWith(name, buy, payTo) {
  const before = [await balance(account.address), await balance(payTo)];
  const { status, body, settlement, network, cost = price } = await buy();
  check(`${name} gets 200 with the result`, status === 200 && body.includes(expected), status === 200 ? '' : `HTTP ${status} ${body.slice(0, 300)}`);
  const right =
    settlement?.success === true &&
    settlement.network === network &&
    settlement.payer?.toLowerCase() === account.address.toLowerCase() &&
    /^0x[0-9a-f]{64}$/.test(settlement.transaction);
  check(`${name} gets the settlement header`, right, right ? settlement.transaction : JSON.stringify(settlement));
  const receipt = right ? await rpc('eth_getTransactionReceipt', [settlement.transaction]) : null;
  check(`${name} finds the transaction on the chain`, receipt?.status === '0x1');
  const after = [await balance(account.address), await balance(payTo)];
  const [paid, received] = [before[0] - after[0], after[1] - before[1]];
  check(`${name} moved exactly the price`, paid === cost && received === cost, `${paid} paid, ${received} received, price ${cost}`);
}

async function quote() {
  const res = await fetch(url);
  const header = JSON.parse(Buffer.from(res.headers.get('payment-required') ?? '', 'base64').toString() || '{}');
  const offer = header.accepts?.find(a => a.asset.toLowerCase() === token.toLowerCase());
  const right = res.status === 402 && offer?.amount === String(price);
  check('quote asks the price in the token', right, right ? offer.amount : `HTTP ${res.status} ${JSON.stringify(header).slice(0, 300)}`);
  return offer;
}

const offer = await quote();
if (offer) {
  for (const [name, buy] of Object.entries(buyers)) {
    try {
      await payWith(name, buy, offer.payTo);
    } catch (error) {
      check(name, false, error?.message ?? String(error));
    }
  }
}
// payForStream buys a stream of events, which the buyer has whole again with the same payment.
async function payForStream(payTo) {
  const name = 'a stream';
  const before = await balance(payTo);
  let sent;
  const spying = (input, init) => {
    const request = new Request(input, init);
    sent = request.headers.get('payment-signature') ?? sent;
    return fetch(request);
  };
  const pay = wrapFetchWithPaymentFromConfig(spying, {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
  });
  const res = await pay(base + target.stream, { method: 'GET' });
  const whole = await res.text();
  const receipt = decodePaymentResponseHeader(res.headers.get('payment-response'));
  check(`${name} is settled before it comes`, receipt.success && (await balance(payTo)) - before === price, JSON.stringify(receipt));
  check(`${name} comes to its end`, whole.split('data: ').length === 4, JSON.stringify(whole));
  const again = await fetch(base + target.stream, { headers: { 'payment-signature': sent } });
  check(`${name} is had again whole`, again.headers.get('x-replayed') === 'true' && (await again.text()) === whole, `HTTP ${again.status}`);
}
if (offer && target.stream) {
  try {
    await payForStream(offer.payTo);
  } catch (error) {
    check('a stream', false, error?.stack ?? String(error));
  }
}
// payByChannel opens a channel with the reference client, makes ten calls out of one deposit and has the rest back.
// It deposits as much as the quote says is the least.
async function payByChannel(payTo) {
  const name = '@x402/evm batch-settlement';
  const before = [await balance(account.address), await balance(payTo)];
  // A salt of its own: the client asks the chain about a channel that it does not know, and has no chain here.
  const salt = `0x${randomBytes(32).toString('hex')}`;
  const scheme = new BatchSettlementEvmScheme(account, { salt, depositPolicy: { depositMultiplier: 8 } });
  const deposit = 100_000n; // the default of BATCH_MIN_DEPOSIT_USD
  const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:8453', client: scheme }] });
  const calls = 10n; // which earn a refund: the default of BATCH_REFUND_EARNED_USD
  for (let i = 1n; i <= calls; i++) {
    const res = await pay(url, { method: 'GET' });
    const body = await res.text();
    const header = res.headers.get('payment-response');
    const receipt = header ? decodePaymentResponseHeader(header) : {};
    const charged = receipt.extra?.channelState?.chargedCumulativeAmount;
    const right = res.status === 200 && body.includes(expected) && charged === String(i * price);
    check(`${name}: call ${i} is charged`, right, right ? charged : `HTTP ${res.status} ${JSON.stringify(receipt)}`);
    check(`${name}: call ${i} ${i === 1n ? 'deposits' : 'writes nothing to the chain'}`, (receipt.transaction === '') === (i > 1n));
  }
  const refund = await scheme.refund(url);
  check(`${name}: the rest is given back`, refund.success && refund.amount === String(deposit - calls * price), JSON.stringify(refund));
  const after = [await balance(account.address), await balance(payTo)];
  const [paid, received] = [before[0] - after[0], after[1] - before[1]];
  check(`${name} moved exactly the price of its calls`, paid === calls * price && received === paid, `${paid} paid, ${received} received`);
}
if (offer) {
  try {
    await payByChannel(offer.payTo);
  } catch (error) {
    check('@x402/evm batch-settlement', false, error?.stack ?? String(error));
  }
}
if (process.env.SOLANA_RPC_URL) {
  const chain = { rpcURL: process.env.SOLANA_RPC_URL, key: process.env.SOLANA_BUYER_KEY, base };
  try {
    await payOnSolana({ ...chain, ...target }, check);
  } catch (error) {
    check('@x402/svm', false, error?.stack ?? String(error));
  }
}
// Offers and receipts, by the extension's own verifiers and the key that the service publishes.
async function checkSignatures() {
  const document = await (await fetch(`${base}/.well-known/did.json`)).json();
  const published = document.verificationMethod?.find(m => m.blockchainAccountId)?.blockchainAccountId.split(':').at(-1);
  const quoted = await fetch(url);
  const header = JSON.parse(Buffer.from(quoted.headers.get('payment-required'), 'base64').toString());
  const offers = extractOffersFromPaymentRequired(header);
  const signers = await Promise.all(offers.map(async offer => (await verifyOfferSignatureEIP712(offer)).signer));
  const exact = header.accepts.filter(a => a.scheme === 'exact'); // offers of channels are not signed
  check('offers are signed by the published key', offers.length === exact.length && signers.every(s => s === published), `${offers.length} by ${published}`);

  const pay = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
  });
  const receipt = extractReceiptFromResponse(await pay(url, { method: 'GET' }));
  const { signer, payload } = await verifyReceiptSignatureEIP712(receipt);
  check('the receipt is signed by the published key', signer === published && payload.resourceUrl === header.resource.url, JSON.stringify(payload));
}
try {
  await checkSignatures();
} catch (error) {
  check('@x402/extensions', false, error?.stack ?? String(error));
}
// The validator of the Payment scheme's own implementation: challenges, errors and the document.
for (const args of [
  ['validate', base, '-e', `GET:${route}`, '-j'],
  ['discover', 'validate', `${base}/openapi.json`],
]) {
  const bin = fileURLToPath(new URL('bin.js', import.meta.resolve('mppx')));
  const run = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', timeout: 120_000, maxBuffer: 64 << 20 });
  const summary = /"passed": \d+,\s*"failed": \d+/.exec(run.stdout)?.[0].replace(/\s+/g, ' ');
  check(`mppx ${args[0]}${args[0] === 'discover' ? ' validate' : ''}`, run.status === 0, run.status === 0 ? summary ?? '' : run.stdout + run.stderr);
}
try {
  await checkDocuments(base, check);
} catch (error) {
  check('@agentcash/discovery', false, error?.stack ?? String(error));
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
