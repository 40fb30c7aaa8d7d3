// What run.sh compiles in a folder that has nothing but the packed SDK: a purchase as a stranger writes it.
import { createFarebox, cryptoHash, convert, health, type Account, type Answer, SettlementPending } from '@farebox/sdk';
import { tools } from '@farebox/sdk/tools';
import type { CryptoHashAnswer } from '@farebox/sdk/types';

declare const account: Account;
const farebox = createFarebox({
  baseUrl: 'https://api.example.com',
  account,
  maxPerCallUsd: '0.01',
  budgetUsd: '1',
  onPayment: ({ priceUsd }) => priceUsd !== '5',
});

export async function buy(): Promise<string> {
  const answer: Answer<CryptoHashAnswer> = await cryptoHash(farebox, { algo: 'keccak256', input: 'hello' });
  await convert(farebox, { data: '[1]', from: 'json', to: 'yaml' }, { idempotencyKey: 'order-1' });
  await health(farebox);
  try {
    // @ts-expect-error: there is no such algorithm
    await cryptoHash(farebox, { algo: 'md1', input: 'hello' });
    // @ts-expect-error: the input is required
    await cryptoHash(farebox);
  } catch (error) {
    if (error instanceof SettlementPending) {
      await cryptoHash(farebox, { algo: 'sha256', input: 'hello' }, { payment: error.payment });
    }
  }
  return answer.data.hash + tools(farebox).openai().length;
}

// @ts-expect-error: dollars are text, never a float
createFarebox({ baseUrl: 'https://api.example.com', maxPerCallUsd: 0.01 });
