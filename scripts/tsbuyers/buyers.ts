// Buys from a running dev server with the packed SDK, and checks after each purchase that the answer is right and that
// exactly the price moved on the chain. Environment: FAREBOX_URL, RPC_URL, BUYER_KEY; SIGNED=1 when the server signs
// receipts; TOKEN when it is not USDC's address on Base.
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import {
  convert,
  createFarebox,
  cryptoHash,
  didDocument,
  FareboxError,
  findRoutes,
  tipFiveDollars,
  type FareboxOptions,
  type Payment,
} from '@farebox/sdk';
import { tools, type ToolResult } from '@farebox/sdk/tools';
import { generateText, isStepCount, jsonSchema, type ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import OpenAI from 'openai';
import {
  createWalletClient,
  http,
  publicActions,
  recoverTypedDataAddress,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base as baseChain } from 'viem/chains';

const base = process.env.FAREBOX_URL!;
const rpcUrl = process.env.RPC_URL!;
const token = process.env.TOKEN ?? '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const account = privateKeyToAccount(`0x${process.env.BUYER_KEY!.trim().replace(/^0x/, '')}` as Hex);
const chain = createWalletClient({ account, chain: baseChain, transport: http(rpcUrl) }).extend(publicActions);
// keccak256("abc"), as in the Keccak team's test vectors.
const abc = '0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45';

let failed = 0;

function check(name: string, ok: boolean, detail: unknown = ''): void {
  if (!ok) failed++;
  console.log(`${ok ? 'ok' : 'FAILED'} ${name}${ok || detail === '' ? '' : `: ${JSON.stringify(detail)}`}`);
}

async function part(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    check(name, false, error instanceof Error ? error.stack : String(error));
  }
}

function client(options: Partial<FareboxOptions> = {}): ReturnType<typeof createFarebox> {
  return createFarebox({
    baseUrl: base,
    account,
    maxPerCallUsd: '0.01',
    recoverTypedDataAddress,
    ...options,
  });
}

async function balance(owner: string): Promise<bigint> {
  // balanceOf(address) has the selector 0x70a08231.
  const data = '0x70a08231' + owner.slice(2).toLowerCase().padStart(64, '0');
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token, data }, 'latest'] }),
  });
  const { result } = (await response.json()) as { result: string };
  return BigInt(result);
}

/** What the account paid on the chain while work ran, in atomic units. */
async function paidDuring(work: () => Promise<unknown>): Promise<bigint> {
  const before = await balance(account.address);
  await work();
  return before - (await balance(account.address));
}

async function errorOf(promise: Promise<unknown>): Promise<FareboxError> {
  const error: unknown = await promise.then(() => new Error('it did not fail'), reason => reason);
  if (error instanceof FareboxError) return error;
  throw error;
}

async function checkReceipt(name: string, payment: Payment | null): Promise<void> {
  if (process.env.SIGNED !== '1') return;
  const published = JSON.stringify((await didDocument(client())).data);
  const signer = payment?.receipt?.signer ?? null;
  check(`${name}: the receipt is signed by the published key`, signer !== null && published.includes(signer), payment);
}

await part('a free route', async () => {
  const { data, payment } = await findRoutes(createFarebox({ baseUrl: base }), { q: 'hash a text' });
  check('a free route needs no account', data.count > 0 && payment === null, data);
});

await part('GET', async () => {
  const farebox = client();
  const moved = await paidDuring(async () => {
    const { data, payment } = await cryptoHash(farebox, { algo: 'keccak256', input: 'abc' });
    check('GET: the answer is right', data.hash === abc, data);
    const told = payment?.amountUsd === '0.001' && /^0x[0-9a-f]{64}$/.test(payment.transaction);
    check('GET: the payment is told', told, payment);
    await checkReceipt('GET', payment);
  });
  check('GET: exactly the price moved', moved === 1000n && farebox.spentUsd === '0.001', String(moved));
});

await part('POST', async () => {
  const farebox = client();
  const moved = await paidDuring(async () => {
    const { data, payment } = await convert(farebox, { from: 'text', to: 'hex', data: 'größer' });
    check('POST: the answer is right', JSON.stringify(data).includes('6772c3b6c39f6572'), data);
    await checkReceipt('POST', payment);
  });
  check('POST: exactly the price moved', moved > 0n && farebox.spentUsd === String(Number(moved) / 1e6), String(moved));
});

await part('caps', async () => {
  let signed = 0;
  const counting = {
    address: account.address,
    signTypedData: (data: Parameters<typeof account.signTypedData>[0]) => {
      signed++;
      return account.signTypedData(data);
    },
  };
  const moved = await paidDuring(async () => {
    const tip = await errorOf(tipFiveDollars(client({ account: counting })));
    check('the cap of a call is held before signing', tip.name === 'OverBudget' && signed === 0, tip.message);
    const cent = client({ account: counting, budgetUsd: '0.001' });
    await cryptoHash(cent, { algo: 'sha256', input: 'budget' });
    const spent = await errorOf(cryptoHash(cent, { algo: 'sha256', input: 'more' }));
    check('the budget is held before signing', spent.name === 'OverBudget' && signed === 1, spent.message);
    const bad = await errorOf(cryptoHash(client(), { algo: 'selector', input: 'not a signature' }));
    const free = bad.name === 'InvalidInput' && bad.field === 'input' && bad.charged === false;
    check('bad input costs nothing', free, bad);
    const priced = await errorOf(cryptoHash(createFarebox({ baseUrl: base }), { algo: 'sha256', input: 'x' }));
    check('without an account the price is told', priced.name === 'PaymentRequired', priced.message);
  });
  check('refusals: only what was bought moved', moved === 1000n, String(moved));
});

await part('the same key', async () => {
  const key = { idempotencyKey: `order-${Date.now()}-${process.pid}` };
  const moved = await paidDuring(async () => {
    const first = await cryptoHash(client(), { algo: 'sha256', input: 'once' }, key);
    const again = await cryptoHash(client(), { algo: 'sha256', input: 'once' }, key);
    const same = again.payment?.transaction === first.payment?.transaction;
    check('a call with the same key is given again', again.payment?.replayed === true && same, again.payment);
  });
  check('the same key: it moved once', moved === 1000n, String(moved));
});

// droppingProxy stands before the server and cuts the connection after the first answers to payments have been sold.
async function droppingProxy(cuts: number): Promise<{ url: string; payments: string[]; close(): void }> {
  const payments: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const payment = incoming.headers['payment-signature'];
    if (typeof payment === 'string') payments.push(payment);
    const cut = payment !== undefined && payments.length <= cuts;
    const give = (answer: IncomingMessage): void => {
      if (cut) {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    };
    incoming.pipe(request(base + incoming.url!, { method: incoming.method!, headers: incoming.headers }, give));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    close: () => server.close().closeAllConnections(),
  };
}

await part('a dropped connection', async () => {
  const proxy = await droppingProxy(2);
  try {
    const farebox = client({ baseUrl: proxy.url });
    const moved = await paidDuring(async () => {
      const { data, payment } = await cryptoHash(farebox, { algo: 'keccak256', input: 'abc' });
      check('a dropped connection: the answer comes', data.hash === abc && payment?.replayed === true, payment);
    });
    const [first] = proxy.payments;
    const same = proxy.payments.length === 3 && proxy.payments.every(payment => payment === first);
    check('a dropped connection: the same payment was sent again', same, proxy.payments.length);
    check('a dropped connection: it moved once', moved === 1000n && farebox.spentUsd === '0.001', String(moved));
  } finally {
    proxy.close();
  }
});

// --- tools, by the packages that take them, with the answers of a model that calls one

const input = { algo: 'keccak256', input: 'abc' };
const set = tools(client(), { names: ['cryptoHash'] });

function bought(result: unknown): boolean {
  const read = result as ToolResult;
  return 'data' in read && (read.data as { hash: string }).hash === abc && read.paid_usd === '0.001';
}

await part('AI SDK', async () => {
  const aiTools: ToolSet = set.aiSdk(jsonSchema);
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    doGenerate: [
      {
        content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'cryptoHash', input: JSON.stringify(input) }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
  const { steps } = await generateText({ model, tools: aiTools, stopWhen: isStepCount(2), prompt: 'hash abc' });
  const results = steps.flatMap(step => step.toolResults.map(result => result.output as unknown));
  check('AI SDK: the tool is executed', results.length === 1 && bought(results[0]), results);
  const offered = model.doGenerateCalls[0]?.tools?.[0];
  check('AI SDK: the model sees the schema', JSON.stringify(offered).includes('"keccak256"'), offered);
});

/** A fetch that answers each request with one value, and notes what was asked. */
function canned(value: unknown): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (_url, init) => {
      asked.push(String(init?.body));
      return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
    },
  };
}

await part('OpenAI', async () => {
  const called = { id: 'call-1', type: 'function', function: { name: 'cryptoHash', arguments: JSON.stringify(input) } };
  const message = { role: 'assistant', content: null, tool_calls: [called] };
  const choices = [{ index: 0, finish_reason: 'tool_calls', message }];
  const answers = canned({ id: 'c', object: 'chat.completion', choices });
  const openai = new OpenAI({ apiKey: 'none', fetch: answers.fetch });
  const completion = await openai.chat.completions.create({
    model: 'any',
    messages: [{ role: 'user', content: 'hash abc' }],
    tools: set.openai(),
  });
  const call = completion.choices[0]!.message.tool_calls![0]!;
  if (call.type !== 'function') throw new Error('no function is called');
  check('OpenAI: the tool is executed', bought(await set.execute(call.function.name, call.function.arguments)));
  check('OpenAI: the model sees the schema', answers.asked[0]!.includes('"keccak256"'));

  const item = { type: 'function_call', id: 'f', call_id: 'c', name: 'cryptoHash', arguments: JSON.stringify(input) };
  const responses = canned({ id: 'r', object: 'response', output: [item] });
  const response = await new OpenAI({ apiKey: 'none', fetch: responses.fetch }).responses.create({
    model: 'any',
    input: 'hash abc',
    tools: set.openaiResponses(),
  });
  for (const output of response.output) {
    if (output.type !== 'function_call') continue;
    check('OpenAI, responses: the tool is executed', bought(await set.execute(output.name, output.arguments)));
  }
  check('OpenAI, responses: the model sees the schema', responses.asked[0]!.includes('"keccak256"'));
});

await part('Anthropic', async () => {
  const use = { type: 'tool_use', id: 'use-1', name: 'cryptoHash', input };
  const answers = canned({ id: 'm', type: 'message', role: 'assistant', content: [use], stop_reason: 'tool_use' });
  const anthropic = new Anthropic({ apiKey: 'none', fetch: answers.fetch });
  const message = await anthropic.messages.create({
    model: 'any',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hash abc' }],
    tools: set.anthropic(),
  });
  const block = message.content[0]!;
  if (block.type !== 'tool_use') throw new Error('no tool is used');
  check('Anthropic: the tool is executed', bought(await set.execute(block.name, block.input)));
  check('Anthropic: the model sees the schema', answers.asked[0]!.includes('"keccak256"'));
});

if (failed > 0) console.error(`${failed} checks failed`);
process.exit(failed > 0 ? 1 : 0);
