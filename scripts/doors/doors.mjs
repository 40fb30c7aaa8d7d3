// Buys one route through three doors of a running dev server with stock clients, then asks each answer again at another
// door with the same payment; first a route of its own, then one of another API that it sells. Environment: FAREBOX_URL,
// RPC_URL, KEY_FILE.
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { withX402Client } from 'agents/x402';
import { Mppx, evm } from 'mppx/client';
import { privateKeyToAccount } from 'viem/accounts';

const base = process.env.FAREBOX_URL;
const account = privateKeyToAccount(readFileSync(process.env.KEY_FILE, 'utf8').trim());
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
// Prices are in atomic units of a token with 6 decimals.
const targets = [
  {
    tool: 'cryptoHash',
    route: 'GET /crypto/hash',
    path: '/crypto/hash?algo=keccak256&input=abc',
    inputs: { algo: 'keccak256', input: 'abc' },
    // keccak256("abc"), as in the Keccak team's test vectors.
    expected: '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    price: 1000n,
  },
  {
    tool: 'flowersGetFlower',
    route: 'GET /flowers/{name}',
    path: '/flowers/rose',
    inputs: { name: 'rose' },
    expected: '"rose"',
    price: 2000n,
  },
];
let passed = 0;
let failed = 0;

function check(name, ok, detail = '') {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? 'ok' : 'FAILED'} ${name}${ok || detail === '' ? '' : `: ${detail}`}`);
}

// balanceOf(address) has the selector 0x70a08231.
async function balance() {
  const data = '0x70a08231' + account.address.slice(2).toLowerCase().padStart(64, '0');
  const res = await fetch(process.env.RPC_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token, data }, 'latest'] }),
  });
  return BigInt((await res.json()).result);
}

// spying is fetch that keeps the payment headers which a client sent.
function spying(sent) {
  return (input, init) => {
    const request = new Request(input, init);
    for (const name of ['payment-signature', 'authorization']) {
      const value = request.headers.get(name);
      if (value) sent[name] = value;
    }
    return fetch(request);
  };
}

async function mcpClient() {
  const client = new Client({ name: 'doors', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)));
  return client;
}

// Each door gives the answer's text, the transaction, and the payment: {x402} base64 of version 2, or {mpp}, the value
// of an Authorization header.
const doorsTo = ({ url, tool, inputs }) => ({
  'HTTP, @x402/fetch': async () => {
    const sent = {};
    const pay = wrapFetchWithPaymentFromConfig(spying(sent), {
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
    });
    const answer = await pay(url);
    const settled = JSON.parse(Buffer.from(answer.headers.get('payment-response'), 'base64').toString());
    return { text: await answer.text(), transaction: settled.transaction, payment: { x402: sent['payment-signature'] } };
  },
  "MCP, Cloudflare's withX402Client": async () => {
    const client = await mcpClient();
    const sent = {};
    const request = client.request.bind(client);
    client.request = (message, ...rest) => {
      const payment = message.params?._meta?.['x402/payment'];
      if (payment) sent.x402 = payment;
      return request(message, ...rest);
    };
    const result = await withX402Client(client, { account, network: 'base' })
      .callTool(async () => true, { name: tool, arguments: inputs });
    return {
      text: result.content[0].text,
      transaction: result._meta['x402/payment-response'].transaction,
      payment: sent,
    };
  },
  'MPP, mppx': async () => {
    const sent = {};
    const client = Mppx.create({
      polyfill: false,
      fetch: spying(sent),
      methods: [
        evm({
          account,
          networks: [8453],
          currencies: [token],
          authorization: { name: 'USD Coin', version: '2' },
          decimals: 6,
          maxAmount: '0.05',
        }),
      ],
    });
    const answer = await client.fetch(url, { method: 'GET' });
    const receipt = JSON.parse(Buffer.from(answer.headers.get('payment-receipt'), 'base64url').toString());
    return { text: await answer.text(), transaction: receipt.reference, payment: { mpp: sent.authorization } };
  },
});

// The same payment shown at another door.
async function againOverHTTP({ url }, payment) {
  const headers = payment.mpp ? { authorization: payment.mpp } : { 'payment-signature': payment.x402 };
  const answer = await fetch(url, { headers });
  return { text: await answer.text(), replayed: answer.headers.get('x-replayed') === 'true' };
}

async function againOverMCP({ tool, inputs }, payment) {
  const meta = {};
  if (payment.mpp) {
    const credential = JSON.parse(Buffer.from(payment.mpp.split(' ')[1], 'base64url').toString());
    // Over MCP the request of a challenge is an object.
    credential.challenge.request = JSON.parse(Buffer.from(credential.challenge.request, 'base64url').toString());
    meta['org.paymentauth/credential'] = credential;
  } else {
    meta['x402/payment'] = payment.x402;
  }
  const result = await (await mcpClient()).callTool({ name: tool, arguments: inputs, _meta: meta });
  return { text: result.content[0].text, replayed: !result.isError };
}

const usage = async route => {
  const { routes } = await (await fetch(`${base}/usage`)).json();
  return routes.find((r) => r.route === route) ?? {};
};

// sell buys a target at each door, and asks for it again at the others.
async function sell(target) {
  const { route, price, expected } = target;
  const sold = {};
  for (const [name, buy] of Object.entries(doorsTo(target))) {
    try {
      const before = await balance();
      const answer = await buy();
      check(`${name}: the answer`, answer.text.includes(expected), answer.text.slice(0, 300));
      check(`${name}: a transaction`, /^0x[0-9a-f]{64}$/.test(answer.transaction), answer.transaction);
      const moved = before - (await balance());
      check(`${name}: exactly the price moved`, moved === price, `${moved} atomic units`);
      sold[name] = answer;
    } catch (error) {
      check(name, false, error.stack ?? String(error));
    }
  }
  const transactions = new Set(Object.values(sold).map((s) => s.transaction));
  check('three sales have three transactions', transactions.size === 3);

  const before = await balance();
  for (const [name, { payment, text }] of Object.entries(sold)) {
    const other = name.startsWith('MCP') ? ['HTTP', againOverHTTP] : ['MCP', againOverMCP];
    for (const [where, again] of [other, name.startsWith('MPP') ? ['HTTP', againOverHTTP] : null].filter(Boolean)) {
      try {
        const repeat = await again(target, payment);
        check(`${name}: had again over ${where} with the same payment`, repeat.replayed && repeat.text === text, repeat.text.slice(0, 300));
      } catch (error) {
        check(`${name}: had again over ${where}`, false, error.stack ?? String(error));
      }
    }
  }
  check('repeats moved nothing', (await balance()) === before);

  // The totals are written beside the answers.
  let row = await usage(route);
  for (let tries = 0; tries < 50 && row.paid !== 3; tries++) {
    await new Promise((done) => { setTimeout(done, 200); });
    row = await usage(route);
  }
  check('the ledger shows three sales of one price', row.paid === 3 && Number(row.revenue_usd) === 3 * Number(price) / 1e6, JSON.stringify(row));
}

for (const target of targets) {
  console.log(`--- ${target.route}`);
  await sell({ ...target, url: base + target.path });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
