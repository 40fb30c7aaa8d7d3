// Serves the verification of the reference facilitator (@x402/svm), whose fee payer is the key of the bytes 2, and
// prints its URL. A request is {payload, requirements, rpcUrl}; requirements are of version 2.
import { createServer } from 'node:http';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';

const feePayer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(2));
console.error = () => {}; // it writes there what it refuses

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { payload, requirements, rpcUrl } = JSON.parse(Buffer.concat(parts).toString());
  const scheme = new ExactSvmScheme(toFacilitatorSvmSigner(feePayer, { defaultRpcUrl: rpcUrl }));
  let verdict;
  try {
    verdict = await scheme.verify(payload, requirements);
  } catch (error) {
    verdict = { isValid: false, invalidReason: 'thrown', invalidMessage: String(error) };
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(verdict));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});
