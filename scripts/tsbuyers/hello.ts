// The smallest program: run.sh bundles it for browsers and tells its size.
import { createFarebox, cryptoHash, type Account } from '@farebox/sdk';

declare const wallet: Account;
const farebox = createFarebox({ baseUrl: 'https://api.example.com', account: wallet });
const answer = await cryptoHash(farebox, { algo: 'keccak256', input: 'hello' });
document.title = answer.data.hash;
