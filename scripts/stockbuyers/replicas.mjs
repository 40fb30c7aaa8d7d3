// Starts two replicas of farebox serve on one database, with a running dev server as their facilitator, and has the stock
// clients of solana.mjs buy from them on Solana. A balancer of its own sends each request to the other replica than the
// one before, so that a quote comes from one and is paid at the other.
// Arguments: the program and a folder to write to. Environment: DATABASE_URL, FAREBOX_URL, SOLANA_RPC_URL,
// SOLANA_BUYER_KEY.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { payOnSolana } from './solana.mjs';
import { targets } from './targets.mjs';

const [program, folder] = process.argv.slice(2);
const facilitator = process.env.FAREBOX_URL.replace(/\/$/, '');
const rpcURL = process.env.SOLANA_RPC_URL;
const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
let passed = 0;
let failed = 0;

function check(name, ok, detail = '') {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? 'ok' : 'FAILED'} replicas: ${name}${detail === '' ? '' : `: ${detail}`}`);
}

// listen is a server on a free port.
const listen = handler => new Promise(resolve => {
  const server = createServer(handler).listen(0, '127.0.0.1', () => resolve(server));
});

async function free() {
  const server = await listen();
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

const ports = [];
const asked = [0, 0];
let turn = 0;
const balancer = await listen((req, res) => {
  const to = turn++ % ports.length;
  asked[to]++;
  const on = request({ host: '127.0.0.1', port: ports[to], method: req.method, path: req.url, headers: req.headers }, answer => {
    res.writeHead(answer.statusCode, answer.headers);
    answer.pipe(res);
  });
  on.on('error', () => res.writeHead(502).end());
  req.pipe(on);
});
const base = `http://127.0.0.1:${balancer.address().port}`;

// The seller is the dev server's, whose token account is there.
const quote = JSON.parse(Buffer.from((await fetch(facilitator + targets.builtin.route)).headers.get('payment-required'), 'base64').toString());
const seller = quote.accepts.find(a => a.network === network).payTo;
const secret = randomBytes(32).toString('hex');
const replicas = [];

async function start(i) {
  const port = await free();
  const data = join(folder, `replica${i}`);
  mkdirSync(data, { recursive: true });
  const replica = spawn(program, ['serve'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: process.env.DATABASE_URL,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      PUBLIC_BASE_URL: base,
      FACILITATOR_URL: `${facilitator}/facilitator`,
      PAYMENT_NETWORKS: 'solana',
      PAY_TO_ADDRESS_SOLANA: seller,
      PAYMENT_RPC_URL_SOLANA: rpcURL,
      SERVER_SECRET: secret,
      ADMIN_TOKEN: secret,
      DATA_DIR: data,
      PROVIDER_CHECKS: '0s',
      LOG_FORMAT: 'text',
    },
  });
  const log = createWriteStream(join(folder, `replica${i}.log`));
  replica.stdout.pipe(log);
  replica.stderr.pipe(log);
  replicas.push(replica);
  for (let tries = 0; tries < 300; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/health?ready=true`).then(r => r.ok, () => false);
    if (up) {
      ports.push(port);
      return;
    }
    if (replica.exitCode !== null) break;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error(`replica ${i} did not start:\n${readFileSync(join(folder, `replica${i}.log`), 'utf8').slice(-2000)}`);
}

try {
  for (const i of [1, 2]) await start(i);
  await payOnSolana({ rpcURL, key: process.env.SOLANA_BUYER_KEY, base, ...targets.builtin }, check);
  check('both were asked', asked.every(n => n > 10), asked.join(' and '));

  // The ledger has each sale once, whichever replica made it.
  const usage = await (await fetch(`${base}/usage`, { headers: { authorization: `Bearer ${secret}` } })).json();
  const bought = 8 + (process.env.AGENTCASH_DIR ? 1 : 0);
  check('each sale is in the ledger once', usage.totals?.paid === bought, `${usage.totals?.paid} of ${bought}`);

  await new Promise(resolve => setTimeout(resolve, 22_000)); // the replicas write what settlements took, and read it
  const root = await (await fetch(`${base}/`)).json();
  const told = root.networks[0].settlement;
  check('GET / tells what settlements took', told.median_ms > 0 && told.count === bought, JSON.stringify(told));
} catch (error) {
  check('run', false, error?.stack ?? String(error));
} finally {
  for (const replica of replicas) replica.kill();
  balancer.closeAllConnections();
  balancer.close();
}
console.log(`replicas: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
