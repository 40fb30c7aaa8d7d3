// Loaded before agentcash, whose addresses cannot be set: its node of Solana becomes SOLANA_RPC_URL, its maker's service
// answers that the wallet has money and nothing else, and nothing but this machine is reached.
const outside = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const url = new URL(String(input?.url ?? input));
  if (url.hostname === '127.0.0.1') return outside(input, init);
  if (/solana/.test(url.hostname)) {
    const body = init?.body ?? (await input.text());
    return outside(process.env.SOLANA_RPC_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
  if (url.pathname !== '/api/balance') return new Response('{}', { status: 503 });
  const balance = { balance: 1000, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', paymentNetwork: 'solana', chainId: 0 };
  return new Response(JSON.stringify(balance), { headers: { 'content-type': 'application/json' } });
};
