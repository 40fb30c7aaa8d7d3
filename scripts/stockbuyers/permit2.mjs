// Has the stock x402 clients of version 2 pay a dev server whose token has no EIP-3009 (farebox dev --permit2), and checks
// that the answer is right, that its settlement header says so, and that exactly the price moved on the chain.
// Environment: FAREBOX_URL, RPC_URL, BUYER_KEY.
import axios from 'axios';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { wrapFetchWithPaymentFromConfig, decodePaymentResponseHeader } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm';
import { targets } from './targets.mjs';

const base = process.env.FAREBOX_URL;
const network = 'eip155:8453';
const { route, price, expected, body } = targets.builtin;
const buyer = privateKeyToAccount(`0x${process.env.BUYER_KEY.trim().replace(/^0x/, '')}`);
let failed = 0;

function check(name, ok, detail = '') {
  if (!ok) failed++;
  console.log(`${ok ? 'ok' : 'FAILED'} ${name}${detail === '' ? '' : `: ${detail}`}`);
}

async function balance(token, owner) {
  const data = '0x70a08231' + owner.slice(2).toLowerCase().padStart(64, '0'); // balanceOf(address)
  const res = await fetch(process.env.RPC_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token, data }, 'latest'] }),
  });
  return BigInt((await res.json()).result);
}

const config = account => ({ schemes: [{ network, client: new ExactEvmScheme(account) }] });
const byFetch = (account, where, init) => wrapFetchWithPaymentFromConfig(fetch, config(account))(where, init);

const unpaid = await fetch(base + route);
const quote = JSON.parse(Buffer.from(unpaid.headers.get('payment-required'), 'base64'));
const offer = quote.accepts.find(o => o.network === network);
check('the quote offers Permit2', offer?.extra.assetTransferMethod === 'permit2', JSON.stringify(offer?.extra));

const buyers = {
  '@x402/fetch': async () => {
    const res = await byFetch(buyer, base + route, { method: 'GET' });
    return { status: res.status, text: await res.text(), header: res.headers.get('payment-response'), cost: price, holds: expected };
  },
  '@x402/fetch, a route with a body': async () => {
    const res = await byFetch(buyer, base + body.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body.json('permit')),
    });
    return {
      status: res.status,
      text: await res.text(),
      header: res.headers.get('payment-response'),
      cost: body.price,
      holds: body.expected('permit'),
    };
  },
  '@x402/axios': async () => {
    const client = wrapAxiosWithPaymentFromConfig(axios.create({ baseURL: base }), config(buyer));
    const res = await client.get(route).catch(error => {
      if (!error.response) throw error;
      return error.response;
    });
    return { status: res.status, text: JSON.stringify(res.data), header: res.headers['payment-response'], cost: price, holds: expected };
  },
};

for (const [name, buy] of Object.entries(buyers)) {
  const before = [await balance(offer.asset, buyer.address), await balance(offer.asset, offer.payTo)];
  const { status, text, header, cost, holds } = await buy();
  check(`${name} gets 200 with the result`, status === 200 && text.includes(holds), status === 200 ? '' : `HTTP ${status} ${text.slice(0, 300)}`);
  const settled = header && decodePaymentResponseHeader(header);
  check(
    `${name} is told of the settlement`,
    settled?.success === true && settled.network === network && settled.payer === buyer.address,
    JSON.stringify(settled),
  );
  const moved = [before[0] - (await balance(offer.asset, buyer.address)), (await balance(offer.asset, offer.payTo)) - before[1]];
  check(`${name} pays exactly the price`, moved[0] === cost && moved[1] === cost, moved.join(' '));
}

// A wallet that has approved nothing, and has no money either: the first reason is told.
const stranger = privateKeyToAccount(generatePrivateKey());
const refused = await byFetch(stranger, base + route, { method: 'GET' });
const told = JSON.parse(Buffer.from(refused.headers.get('payment-required'), 'base64')).error;
check('a wallet without money is refused', refused.status === 402 && told === 'permit2_insufficient_balance', `HTTP ${refused.status} ${told}`);

process.exit(failed ? 1 : 0);
