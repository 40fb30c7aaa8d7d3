// A seller for tests: it quotes a call without a payment, and answers payments by steps, in turn.
import { createServer } from 'node:http';
import { fareboxIn } from '../dist/farebox.js';
import { baseUsdc } from '../dist/index.js';

export const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
export const settledBy = '0x' + 'ab'.repeat(32);
export const hash = { method: 'GET', path: '/hash', priceUsd: '0.002' };

const encode = value => Buffer.from(JSON.stringify(value)).toString('base64');
export const decode = text => JSON.parse(Buffer.from(text, 'base64').toString());

/** An offer of the price in atomic units, with what a test changes. */
export function offer(changes = {}) {
  return {
    scheme: 'exact',
    network: baseUsdc.network,
    amount: '2000',
    asset: baseUsdc.contract.toLowerCase(),
    payTo,
    maxTimeoutSeconds: 120,
    unknownMember: 'kept',
    extra: { name: baseUsdc.name, version: baseUsdc.version },
    ...changes,
  };
}

/** A 402 with these offers. */
export function quote(reason, offers = [offer()]) {
  return (request, response) => {
    const header = encode({
      x402Version: 2,
      error: reason,
      resource: { url: `http://${request.headers.host}/hash` },
      accepts: offers,
      extensions: {
        'payment-identifier': { info: { required: false }, schema: {} },
        another: { info: { Grüße: 1 } },
      },
    });
    response.writeHead(402, { 'payment-required': header, 'content-type': 'application/json' });
    response.end('{}');
  };
}

/** A 200, settled. */
export function sell(request, response, headers = {}, settlement = {}) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'payment-response': encode({
      success: true,
      transaction: settledBy,
      network: baseUsdc.network,
      payer,
      ...settlement,
    }),
    ...headers,
  });
  response.end('{"sold":true}');
}

/** A problem document. */
export function problem(status, body, headers = {}) {
  return (request, response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Closes the connection without an answer. */
export function hangUp(request) {
  request.socket.destroy();
}

/** Settles, and closes the connection within the answer. */
export function breakOff(request, response) {
  response.writeHead(200, { 'content-length': '100', 'payment-response': encode({ success: true }) });
  response.write('{"so');
  setTimeout(() => request.socket.destroy(), 20);
}

/** A running seller; steps answer payments, the last one again and again. */
export async function newSeller(t, ...steps) {
  const seller = {
    ask: quote('PAYMENT-SIGNATURE header is required'),
    steps: steps.length > 0 ? steps : [sell],
    unpaid: 0,
    payments: [],
    bodies: [],
    keys: [],
    get different() {
      return new Set(seller.payments).size;
    },
    message: i => decode(seller.payments[i]),
  };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    seller.bodies.push(Buffer.concat(parts).toString());
    seller.url = request.url;
    seller.keys.push(request.headers['idempotency-key']);
    seller.prefers = request.headers.prefer;
    const payment = request.headers['payment-signature'];
    if (payment === undefined) {
      seller.unpaid++;
      seller.ask(request, response);
      return;
    }
    seller.payments.push(payment);
    const step = seller.steps[Math.min(seller.payments.length, seller.steps.length) - 1];
    step(request, response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  seller.base = `http://127.0.0.1:${server.address().port}`;
  return seller;
}

/** An account that notes what it signs. */
export function newAccount() {
  const account = {
    address: payer,
    signed: [],
    signTypedData: async data => {
      account.signed.push(data);
      return '0x' + '11'.repeat(65);
    },
  };
  return account;
}

/** A client of the seller, whose pauses take no time. */
export function newBuyer(seller, options = {}) {
  const clock = {
    at: Date.UTC(2026, 10, 23),
    waits: [],
  };
  const account = newAccount();
  const env = {
    now: () => clock.at,
    wait: async (ms, signal) => {
      if (signal?.aborted) throw signal.reason;
      clock.waits.push(ms);
      clock.at += ms;
    },
    random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
    jitter: () => 0,
  };
  const farebox = fareboxIn({ baseUrl: seller.base, account, ...options }, env);
  return { farebox, account, clock, buy: callOptions => farebox.call(hash, { q: 'x' }, callOptions) };
}

/** What the promise is rejected with. */
export async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
