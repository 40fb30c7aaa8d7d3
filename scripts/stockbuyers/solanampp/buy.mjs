// Pays a request on Solana by the Payment scheme, with the reference client, and prints what came as JSON.
// Arguments: the URL, and the JSON of a body if there is one. Environment: SOLANA_RPC_URL, SOLANA_KEY.
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit';
import { solana } from '@solana/mpp/client';
import { Mppx } from 'mppx/client';

const [url, body] = process.argv.slice(2);
const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(process.env.SOLANA_KEY.trim()));
const client = Mppx.create({ polyfill: false, methods: [solana.charge({ signer, rpcUrl: process.env.SOLANA_RPC_URL })] });
const res = await client.fetch(url, body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body } : { method: 'GET' });
const header = res.headers.get('payment-receipt');
const receipt = header && JSON.parse(Buffer.from(header, 'base64url').toString());
console.log(JSON.stringify({ status: res.status, body: await res.text(), receipt, payer: signer.address }));
