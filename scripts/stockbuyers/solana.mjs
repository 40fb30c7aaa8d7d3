// Has stock x402 clients pay a running service on Solana: a route, what a body asks for, a tool, and one payment again.
// After each it checks that the answer is right, that its settlement says so, and that exactly the price and the fee
// moved on the chain.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import axios from 'axios';
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { wrapFetchWithPayment, decodeXPaymentResponse } from 'x402-fetch';
import { withPaymentInterceptor, decodeXPaymentResponse as decodeForAxios } from 'x402-axios';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios';
import { x402Client } from '@x402/core/client';
import { wrapFetchWithPaymentFromConfig, decodePaymentResponseHeader } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const fee = 10_000n; // two signatures; what is more is a priority fee
const mostPriority = 10_000n; // that the seller pays

// payOnSolana pays target.url, whose answer holds target.expected, for target.price atomic units.
export async function payOnSolana({ rpcURL, key, base, route, other, price, expected, body }, check) {
  const url = base + route;
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(key.trim()));

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

  const quoted = await fetch(url);
  const header = JSON.parse(Buffer.from(quoted.headers.get('payment-required') ?? '', 'base64').toString() || '{}');
  const offer = header.accepts?.find(a => a.network === network);
  const asked = offer?.amount === String(price) && !!offer.extra.feePayer;
  check('quote asks the price on Solana', asked, asked ? offer.amount : JSON.stringify(offer ?? header));
  if (!offer) return;
  const oldHeader = (await quoted.json()).accepts?.find(a => a.network === 'solana');
  check('quote of version 1 asks it too', oldHeader?.maxAmountRequired === String(price), JSON.stringify(oldHeader?.extra));

  async function units(owner) {
    const [place] = await findAssociatedTokenPda({ mint: offer.asset, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS });
    return BigInt((await rpc('getTokenAccountBalance', [place, { commitment: 'confirmed' }])).value.amount);
  }
  const lamports = async () => BigInt((await rpc('getBalance', [offer.extra.feePayer, { commitment: 'confirmed' }])).value);
  const held = async () => ({ buyer: await units(signer.address), seller: await units(offer.payTo), fees: await lamports() });

  // moved checks what so many payments must have moved since before.
  async function moved(name, before, times, each = price) {
    const after = await held();
    const [paid, received, fees] = [before.buyer - after.buyer, after.seller - before.seller, before.fees - after.fees];
    check(`${name} moved exactly the price`, paid === times * each && received === paid, `${paid} paid, ${received} received`);
    check(`${name} cost the fee`, fees >= times * fee && fees <= times * (fee + mostPriority), `${fees} lamports for ${times} payments`);
  }

  const config = { svmConfig: { rpcUrl: rpcURL } };
  const onlySolana = requirements => requirements.find(r => r.network === 'solana');
  const scheme = () => new ExactSvmScheme(signer, { rpcUrl: rpcURL });
  const v1 = () => wrapFetchWithPayment(fetch, signer, undefined, onlySolana, config);
  const v2 = () => wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network, client: scheme() }] });
  const answered = error => {
    if (!error.response) throw error;
    return error.response;
  };
  const readAxios = (res, name, decode) => ({
    status: res.status, body: JSON.stringify(res.data), settlement: res.headers[name] && decode(res.headers[name]),
  });
  const read = async (res, name, decode) => ({
    status: res.status, body: await res.text(), settlement: res.headers.get(name) && decode(res.headers.get(name)),
  });

  const buyers = {
    '@x402/fetch + @x402/svm (v2)': async () => ({ network, ...(await read(await v2()(url, { method: 'GET' }), 'payment-response', decodePaymentResponseHeader)) }),
    '@x402/axios + @x402/svm (v2)': async () => {
      const client = wrapAxiosWithPaymentFromConfig(axios.create({ baseURL: base }), { schemes: [{ network, client: scheme() }] });
      return { network, ...readAxios(await client.get(route).catch(answered), 'payment-response', decodePaymentResponseHeader) };
    },
    'x402-fetch (v1) on Solana': async () => ({
      network: 'solana', ...(await read(await v1()(url, { method: 'GET' }), 'x-payment-response', decodeXPaymentResponse)),
    }),
    'x402-axios (v1) on Solana': async () => {
      const client = withPaymentInterceptor(axios.create({ baseURL: base }), signer, onlySolana, config);
      return { network: 'solana', ...readAxios(await client.get(route).catch(answered), 'x-payment-response', decodeForAxios) };
    },
  };

  // agentcash writes no note into its transactions. It is a program of its own, in the folder of AGENTCASH_DIR.
  if (process.env.AGENTCASH_DIR) {
    buyers['agentcash on Solana'] = async () => {
      const [code, output] = await agentcash(process.env.AGENTCASH_DIR, key, rpcURL, url);
      const answer = JSON.parse(output.slice(output.indexOf('{')) || '{}');
      const paid = answer.metadata?.payment;
      return {
        network, status: code === 0 && answer.success ? 200 : code, body: output,
        settlement: paid && { success: paid.success, transaction: paid.transactionHash, network, payer: signer.address },
      };
    };
  }

  // The client of the Payment scheme is a program of its own too, in the folder of SOLANA_MPP_DIR.
  if (process.env.SOLANA_MPP_DIR && (quoted.headers.get('www-authenticate') ?? '').includes('method="solana"')) {
    buyers['@solana/mpp (MPP)'] = async () => byMPP(await solanaMPP(process.env.SOLANA_MPP_DIR, key, rpcURL, [url]));
    buyers['@solana/mpp (MPP), what a body asks for'] = async () => {
      const data = randomBytes(8).toString('hex');
      const order = JSON.stringify(body.json(data));
      const paid = byMPP(await solanaMPP(process.env.SOLANA_MPP_DIR, key, rpcURL, [base + body.path, order]));
      const right = paid.status === body.status && paid.body.includes(body.expected(data));
      return { ...paid, price: body.price, status: right ? 200 : paid.status, body: right ? expected : paid.body };
    };
  }
  const byMPP = ({ status, body, receipt, payer }) => ({
    network, status, body,
    settlement: receipt && { success: receipt.status === 'success' && receipt.method === 'solana', network, payer, transaction: receipt.reference },
  });

  for (const [name, buy] of Object.entries(buyers)) {
    try {
      const before = await held();
      const { status, body, settlement, network: named, price: each } = await buy();
      check(`${name} gets 200 with the result`, status === 200 && body.includes(expected), status === 200 ? '' : `HTTP ${status} ${body.slice(0, 400)}`);
      const right = settlement?.success === true && settlement.network === named && settlement.payer === signer.address;
      check(`${name} gets the settlement header`, right, right ? settlement.transaction : JSON.stringify(settlement));
      const found = settlement && (await rpc('getSignatureStatuses', [[settlement.transaction], { searchTransactionHistory: true }])).value[0];
      check(`${name} finds the transaction on the chain`, found?.err === null, found?.err === null ? '' : JSON.stringify(found));
      await moved(name, before, 1n, each);
    } catch (error) {
      check(name, false, error?.stack ?? String(error));
    }
  }

  for (const [version, pay] of [['v2', v2], ['v1', v1]]) await buyWithBody(version, pay);
  await buyTool();
  await repeats();

  // buyWithBody buys what a body asks for.
  async function buyWithBody(version, pay) {
    const name = `what a body asks for, ${version} on Solana`;
    try {
      const data = randomBytes(8).toString('hex');
      const before = await held();
      const res = await pay()(base + body.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body.json(data)),
      });
      const text = await res.text();
      check(`${name} is answered`, res.status === body.status && text.includes(body.expected(data)), res.status === body.status ? '' : `HTTP ${res.status} ${text.slice(0, 200)}`);
      await moved(name, before, 1n, body.price);
    } catch (error) {
      check(name, false, error?.stack ?? String(error));
    }
  }

  // buyTool buys a tool over MCP, and has its answer again for the same payment.
  async function buyTool() {
    const name = 'a tool over MCP on Solana';
    try {
      const client = new Client({ name: 'stockbuyers', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)));
      const call = { name: 'cryptoConvert', arguments: { op: 'units', value: String(1 + randomBytes(4).readUInt32BE()), from: 'ether', to: 'wei' } };
      const before = await held();
      const quoted = await client.callTool(call);
      const payer = new x402Client().register(network, scheme());
      const wanted = { ...quoted.structuredContent, accepts: quoted.structuredContent.accepts.filter(a => a.network === network) };
      const paid = { ...call, _meta: { 'x402/payment': await payer.createPaymentPayload(wanted) } };
      for (const time of ['first', 'again']) {
        const result = await client.callTool(paid);
        const settlement = result._meta?.['x402/payment-response'];
        const right = !result.isError && settlement?.success && settlement.network === network && settlement.payer === signer.address;
        check(`${name} is answered (${time})`, right, right ? settlement.transaction : JSON.stringify(result).slice(0, 300));
      }
      await moved(name, before, 1n, 1000n);
      await client.close();
    } catch (error) {
      check(name, false, error?.stack ?? String(error));
    }
  }

  // repeats sends one payment twice, then many copies at once, then for something else: it buys one answer.
  async function repeats() {
    const name = 'one payment sent again';
    try {
      const before = await held();
      const { payload } = await scheme().createPaymentPayload(2, offer);
      const sent = Buffer.from(JSON.stringify({ x402Version: 2, resource: header.resource, accepted: offer, payload })).toString('base64');
      const send = target => fetch(target, { headers: { 'payment-signature': sent } });

      const answers = await Promise.all(Array.from({ length: 8 }, () => send(url)));
      const statuses = answers.map(a => a.status);
      check(`${name} at once is sold once or said to be under way`, statuses.includes(200) && statuses.every(s => [200, 402, 409, 503].includes(s)), statuses.join(' '));
      for (let i = 0; i < 2; i++) { // of two replicas, each is asked
        const again = await send(url);
        check(`${name} gives the same answer`, again.status === 200 && (await again.text()).includes(expected), `HTTP ${again.status}`);
      }
      const elsewhere = await send(base + other);
      check(`${name} buys nothing else`, elsewhere.status !== 200, `HTTP ${elsewhere.status}`);
      await moved(name, before, 1n);
    } catch (error) {
      check(name, false, error?.stack ?? String(error));
    }
  }
}

// solanaMPP runs the client and gives what it prints.
async function solanaMPP(dir, key, rpcURL, args) {
  const env = { ...process.env, SOLANA_RPC_URL: rpcURL, SOLANA_KEY: key };
  const [code, output, complaints] = await run(dir, ['buy.mjs', ...args], env);
  if (code !== 0) throw new Error(complaints.slice(0, 400));
  return JSON.parse(output.slice(output.indexOf('{')));
}

// agentcash runs it and gives its exit code and output.
function agentcash(dir, key, rpcURL, url) {
  const args = ['node_modules/agentcash/dist/esm/index.js', 'fetch', url, '--payment-network', 'solana', '--payment-protocol', 'x402'];
  const env = {
    ...process.env,
    HOME: dir,
    NODE_OPTIONS: '--import ./reach.mjs',
    SOLANA_RPC_URL: rpcURL,
    X402_SOLANA_PRIVATE_KEY: key.trim(),
    X402_PRIVATE_KEY: '0x' + randomBytes(32).toString('hex'),
  };
  return run(dir, args, env);
}

// run is the exit code, the output and the complaints of a program of Node.
function run(dir, args, env) {
  return new Promise((resolve, reject) => {
    const program = spawn(process.execPath, args, { cwd: dir, env, timeout: 120_000 });
    let output = '';
    let complaints = '';
    program.stdout.on('data', part => (output += part));
    program.stderr.on('data', part => (complaints += part));
    program.on('error', reject);
    program.on('close', code => resolve([code, output, complaints]));
  });
}
