// Has stock x402 clients pay a route of a running dev server on Solana, and checks after each that the answer is right,
// that its settlement header says so, and that exactly the price and the fee moved on the chain.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import axios from 'axios';
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { wrapFetchWithPayment, decodeXPaymentResponse } from 'x402-fetch';
import { withPaymentInterceptor, decodeXPaymentResponse as decodeForAxios } from 'x402-axios';
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
  async function moved(name, before, times) {
    const after = await held();
    const [paid, received, fees] = [before.buyer - after.buyer, after.seller - before.seller, before.fees - after.fees];
    check(`${name} moved exactly the price`, paid === times * price && received === paid, `${paid} paid, ${received} received`);
    check(`${name} cost the fee`, fees >= times * fee && fees <= times * (fee + mostPriority), `${fees} lamports for ${times} payments`);
  }

  const v1 = { svmConfig: { rpcUrl: rpcURL } };
  const onlyV1 = requirements => requirements.find(r => r.network === 'solana');
  const v2 = () => wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactSvmScheme(signer, { rpcUrl: rpcURL }) }],
  });
  const read = async (res, name, decode) => ({
    status: res.status, body: await res.text(), settlement: res.headers.get(name) && decode(res.headers.get(name)),
  });

  const buyers = {
    '@x402/fetch + @x402/svm (v2)': async () => ({ network, ...(await read(await v2()(url, { method: 'GET' }), 'payment-response', decodePaymentResponseHeader)) }),
    'x402-fetch (v1) on Solana': async () => {
      const pay = wrapFetchWithPayment(fetch, signer, undefined, onlyV1, v1);
      return { network: 'solana', ...(await read(await pay(url, { method: 'GET' }), 'x-payment-response', decodeXPaymentResponse)) };
    },
    'x402-axios (v1) on Solana': async () => {
      const client = withPaymentInterceptor(axios.create({ baseURL: base }), signer, onlyV1, v1);
      const res = await client.get(route).catch(error => {
        if (!error.response) throw error;
        return error.response;
      });
      const header = res.headers['x-payment-response'];
      return { network: 'solana', status: res.status, body: JSON.stringify(res.data), settlement: header && decodeForAxios(header) };
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

  for (const [name, buy] of Object.entries(buyers)) {
    try {
      const before = await held();
      const { status, body, settlement, network: named } = await buy();
      check(`${name} gets 200 with the result`, status === 200 && body.includes(expected), status === 200 ? '' : `HTTP ${status} ${body.slice(0, 400)}`);
      const right = settlement?.success === true && settlement.network === named && settlement.payer === signer.address;
      check(`${name} gets the settlement header`, right, right ? settlement.transaction : JSON.stringify(settlement));
      const found = settlement && (await rpc('getSignatureStatuses', [[settlement.transaction], { searchTransactionHistory: true }])).value[0];
      check(`${name} finds the transaction on the chain`, found?.err === null, found?.err === null ? '' : JSON.stringify(found));
      await moved(name, before, 1n);
    } catch (error) {
      check(name, false, error?.stack ?? String(error));
    }
  }

  // A body is bought too, at its own price.
  try {
    const data = randomBytes(8).toString('hex');
    const res = await v2()(base + body.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body.json(data)),
    });
    const text = await res.text();
    check('what a body asks for is bought on Solana', res.status === body.status && text.includes(body.expected(data)), res.status === body.status ? '' : `HTTP ${res.status} ${text.slice(0, 200)}`);
  } catch (error) {
    check('what a body asks for is bought on Solana', false, error?.stack ?? String(error));
  }

  await repeats();

  // repeats sends one payment twice, then many copies at once, then for something else: it buys one answer.
  async function repeats() {
    const name = 'one payment sent again';
    try {
      const scheme = new ExactSvmScheme(signer, { rpcUrl: rpcURL });
      const before = await held();
      const { payload } = await scheme.createPaymentPayload(2, offer);
      const sent = Buffer.from(JSON.stringify({ x402Version: 2, resource: header.resource, accepted: offer, payload })).toString('base64');
      const send = target => fetch(target, { headers: { 'payment-signature': sent } });

      const answers = await Promise.all(Array.from({ length: 8 }, () => send(url)));
      const statuses = answers.map(a => a.status);
      check(`${name} at once is sold once or said to be under way`, statuses.includes(200) && statuses.every(s => [200, 402, 409, 503].includes(s)), statuses.join(' '));
      const again = await send(url);
      check(`${name} gives the same answer`, again.status === 200 && (await again.text()).includes(expected), `HTTP ${again.status}`);
      const elsewhere = await send(base + other);
      check(`${name} buys nothing else`, elsewhere.status !== 200, `HTTP ${elsewhere.status}`);
      await moved(name, before, 1n);
    } catch (error) {
      check(name, false, error?.stack ?? String(error));
    }
  }
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
  return new Promise((resolve, reject) => {
    const program = spawn(process.execPath, args, { cwd: dir, env, timeout: 120_000 });
    let output = '';
    program.stdout.on('data', part => (output += part));
    program.on('error', reject);
    program.on('close', code => resolve([code, output]));
  });
}
