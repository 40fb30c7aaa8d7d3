// Has stock MCP clients buy a tool of a running dev server, one of its own and one of another API that it sells, and checks after each that the answer is right, that its
// settlement says so, and that exactly the price moved on the chain.
// Environment: FAREBOX_URL, FAREBOX_BIN, RPC_URL, KEY_FILE.
import { readFileSync } from 'node:fs';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { x402Client } from '@x402/core/client';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { withX402Client } from 'agents/x402';
import { evm } from 'mppx/client';
import { McpClient } from 'mppx/mcp/client';
import { privateKeyToAccount } from 'viem/accounts';

const url = new URL(process.env.FAREBOX_URL + '/mcp');
const account = privateKeyToAccount(readFileSync(process.env.KEY_FILE, 'utf8').trim());
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
// What is bought, at a price in atomic units of a token with 6 decimals. Inputs differ where they can.
const bought = [
  {
    of: 'its own tool',
    price: 1000n,
    call: n => ({ name: 'cryptoConvert', arguments: { op: 'units', value: String(n), from: 'ether', to: 'wei' } }),
  },
  {
    of: 'a sold tool',
    price: 2000n,
    call: n => ({ name: 'flowersGetFlower', arguments: { name: n % 2 ? 'rose' : 'tulip' } }),
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
async function balance(owner) {
  const data = '0x70a08231' + owner.slice(2).toLowerCase().padStart(64, '0');
  const res = await fetch(process.env.RPC_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token, data }, 'latest'] }),
  });
  return BigInt((await res.json()).result);
}

async function sdk1() {
  const client = new Client({ name: 'mcpbuyers', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

async function sdk2(mode) {
  const client = new Client2({ name: 'mcpbuyers', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new Transport2(url));
  return client;
}

async function aiSDK(headers) {
  return createMCPClient({ transport: { type: 'http', url: url.href, headers } });
}

// x402OverMCP is what the protocol's text for MCP says: read the quote, sign, call again. spell puts the payment into
// the call.
async function x402OverMCP(client, call, spell) {
  const quoted = await client.callTool(call);
  if (!quoted.isError) throw new Error('an unpaid call was answered');
  const payer = new x402Client();
  registerExactEvmScheme(payer, { signer: account });
  const payment = await payer.createPaymentPayload(quoted.structuredContent);
  return client.callTool({ ...call, _meta: spell(payment) });
}

const asObject = payment => ({ 'x402/payment': payment });
const asBase64 = payment => ({ 'x402/payment': Buffer.from(JSON.stringify(payment)).toString('base64') });

// Each buyer calls the tool and gives its result; they differ in their input, so that each buys anew.
const buyers = {
  'SDK 1, object': async call => x402OverMCP(await sdk1(), call, asObject),
  'SDK 1, base64': async call => x402OverMCP(await sdk1(), call, asBase64),
  'SDK 2, legacy': async call => x402OverMCP(await sdk2('legacy'), call, asObject),
  'SDK 2, auto': async call => x402OverMCP(await sdk2('auto'), call, asObject),
  'SDK 2, 2026-07-28': async call => x402OverMCP(await sdk2({ pin: '2026-07-28' }), call, asObject),
  'Cloudflare withX402Client, SDK 1': async call => withX402Client(await sdk1(), { account, network: 'base' }).callTool(async () => true, call),
  'Cloudflare withX402Client, SDK 2': async call => withX402Client(await sdk2('auto'), { account, network: 'base' }).callTool(async () => true, call),
  // The AI SDK's client sends no _meta of ours: its payment travels in a header.
  'AI SDK, by header': async call => {
    const quoted = await (await aiSDK({})).callTool({ name: call.name, arguments: call.arguments });
    const payer = new x402Client();
    registerExactEvmScheme(payer, { signer: account });
    const payment = await payer.createPaymentPayload(quoted.structuredContent);
    const header = Buffer.from(JSON.stringify(payment)).toString('base64');
    return (await aiSDK({ 'PAYMENT-SIGNATURE': header })).callTool({ name: call.name, arguments: call.arguments });
  },
  'mppx': async call => {
    const client = McpClient.wrap(await sdk1(), {
      methods: [evm({ account, networks: [8453], currencies: [token], authorization: { name: 'USD Coin', version: '2' }, decimals: 6, maxAmount: '0.05' })],
    });
    return client.callTool(call);
  },
  'farebox mcp': async call => {
    const client = new Client({ name: 'mcpbuyers', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.env.FAREBOX_BIN,
        args: ['mcp', '--url', process.env.FAREBOX_URL, '--key-file', process.env.KEY_FILE, '--rpc-url', process.env.RPC_URL, '--max-usd', '0.01'],
        stderr: 'ignore',
      }),
    );
    try {
      return await client.callTool({ name: 'call_tool', arguments: { name: call.name, arguments: call.arguments } });
    } finally {
      await client.close();
    }
  },
};

const warned = [];
console.warn = (...text) => warned.push(text.join(' '));

const purchases = bought.flatMap(what => Object.entries(buyers).map(([client, buy]) => ({ ...what, client, buy })));
for (const { of, price, call, client, buy } of purchases) {
  const name = `${client}, ${of},`;
  try {
    const before = await balance(account.address);
    const result = await buy(call(passed + 1));
    check(`${name} gets the answer`, !result.isError && result.structuredContent, JSON.stringify(result).slice(0, 400));
    const settlement = result._meta?.['x402/payment-response'];
    const receipt = result._meta?.['org.paymentauth/receipt'];
    check(`${name} gets the settlement`, settlement?.success === true || receipt?.status === 'success', String(JSON.stringify(result._meta)).slice(0, 400));
    const moved = before - (await balance(account.address));
    check(`${name} pays the price`, moved === price, `${moved} atomic units`);
  } catch (error) {
    check(name, false, error.stack ?? String(error));
  }
}

const listed = await (await sdk1()).listTools();
check('a list warns of nothing', listed.tools.length > 20 && warned.length === 0, warned.slice(0, 3).join('; '));

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
