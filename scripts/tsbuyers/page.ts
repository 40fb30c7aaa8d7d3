// What run.sh opens in a real browser, from another origin than the service's: the page buys, and writes what it got.
import { createFarebox, cryptoHash, FareboxError, tipFiveDollars } from '@farebox/sdk';
import { privateKeyToAccount } from 'viem/accounts';

declare const FAREBOX_URL: string;
declare const BUYER_KEY: `0x${string}`;

async function buy(): Promise<string> {
  const account = privateKeyToAccount(BUYER_KEY);
  const farebox = createFarebox({ baseUrl: FAREBOX_URL, account, maxPerCallUsd: '0.01' });
  const key = { idempotencyKey: `browser-${Date.now()}` };
  const first = await cryptoHash(farebox, { algo: 'keccak256', input: 'abc' }, key);
  const again = await cryptoHash(farebox, { algo: 'keccak256', input: 'abc' }, key);
  const refused = await tipFiveDollars(farebox).catch((error: unknown) => (error as FareboxError).name);
  return JSON.stringify({
    hash: first.data.hash,
    paid: first.payment?.amountUsd,
    settled: first.payment?.transaction !== '',
    replayed: again.payment?.replayed,
    refused,
    spent: farebox.spentUsd,
  });
}

buy().then(
  text => (document.body.textContent = text),
  error => (document.body.textContent = String(error)),
);
