// Pays for one request with a wallet of the browser (EIP-6963): asks for the quote, has the transfer authorization
// signed (EIP-3009 by EIP-712), and sends the same request with it. The payment is sent again, never signed again,
// while nobody knows what became of it.
'use strict';

const box = document.getElementById('buy');
const { method, body, price } = box.dataset;
const url = box.dataset.url || location.pathname + location.search;
const walletsAt = box.querySelector('.wallets');
const stateAt = box.querySelector('.state');
const answerAt = box.querySelector('.answer');

const say = (text) => { stateAt.textContent = text; };
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

function decode(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

function encode(value) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

function ask(headers) {
  const request = { method, headers: { Accept: 'application/json', ...headers }, cache: 'no-store' };
  if (body) {
    request.body = body;
    request.headers['Content-Type'] = 'application/json';
  }
  return fetch(url, request);
}

async function show(response, paid) {
  const text = await response.text();
  let shown = text;
  try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not JSON: as it is */ }
  answerAt.textContent = shown;
  answerAt.hidden = false;
  const receipt = response.headers.get('PAYMENT-RESPONSE');
  if (response.ok && paid) {
    say(receipt ? `Paid. Transaction ${decode(receipt).transaction}` : 'Paid.');
  } else if (!response.ok) {
    say(`Answer ${response.status}. ${response.status === 503 ? 'Send the same payment later.' : 'Nothing was charged.'}`);
  } else {
    say('This answer is free.');
  }
}

async function onChain(wallet, chainId) {
  const wanted = '0x' + chainId.toString(16);
  if (await wallet.request({ method: 'eth_chainId' }) === wanted) return;
  await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] });
}

function typedData(terms, chainId, authorization) {
  const field = (name, type) => ({ name, type });
  return {
    types: {
      EIP712Domain: [
        field('name', 'string'), field('version', 'string'), field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      TransferWithAuthorization: [
        field('from', 'address'), field('to', 'address'), field('value', 'uint256'), field('validAfter', 'uint256'),
        field('validBefore', 'uint256'), field('nonce', 'bytes32'),
      ],
    },
    domain: { name: terms.extra.name, version: terms.extra.version, chainId, verifyingContract: terms.asset },
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  };
}

async function sign(wallet, quote) {
  const terms = quote.accepts.find((t) => t.scheme === 'exact' && t.network.startsWith('eip155:'));
  if (!terms) throw new Error('The quote has no terms that a wallet can pay.');
  const chainId = Number(terms.network.slice('eip155:'.length));
  const [from] = await wallet.request({ method: 'eth_requestAccounts' });
  await onChain(wallet, chainId);

  const now = Math.floor(Date.now() / 1000);
  const random = crypto.getRandomValues(new Uint8Array(32));
  const authorization = {
    from,
    to: terms.payTo,
    value: terms.amount,
    validAfter: String(now - 600),
    validBefore: String(now + terms.maxTimeoutSeconds),
    nonce: '0x' + Array.from(random, (b) => b.toString(16).padStart(2, '0')).join(''),
  };
  const signature = await wallet.request({
    method: 'eth_signTypedData_v4',
    params: [from, JSON.stringify(typedData(terms, chainId, authorization))],
  });
  return encode({ x402Version: 2, resource: quote.resource, accepted: terms, payload: { signature, authorization } });
}

async function send(payment) {
  for (let tries = 1; ; tries++) {
    const response = await ask({ 'PAYMENT-SIGNATURE': payment }).catch((failure) => {
      if (tries === 5) throw failure;
      return null;
    });
    if (response && ![409, 502, 503, 504].includes(response.status) || tries === 5) return response;
    const seconds = Number(response?.headers.get('Retry-After')) || 2;
    say('The payment is under way.');
    await wait(Math.min(seconds, 10) * 1000);
  }
}

async function buy(wallet) {
  const quoted = await ask({});
  if (quoted.status !== 402) return show(quoted, false);
  const quote = decode(quoted.headers.get('PAYMENT-REQUIRED'));
  say('Confirm in your wallet.');
  const payment = await sign(wallet, quote);
  say('Paying.');
  return show(await send(payment), true);
}

function offer(name, wallet) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `Pay ${price} with ${name}`;
  button.addEventListener('click', async () => {
    button.disabled = true;
    try { await buy(wallet); } catch (failure) { say(`Not paid: ${failure.message}`); }
    button.disabled = false;
  });
  walletsAt.append(button);
}

const known = new Set();
addEventListener('eip6963:announceProvider', ({ detail }) => {
  if (known.has(detail.info.uuid)) return;
  known.add(detail.info.uuid);
  say('');
  offer(detail.info.name, detail.provider);
});
dispatchEvent(new Event('eip6963:requestProvider'));
setTimeout(() => {
  if (known.size > 0) return;
  if (window.ethereum) offer('your wallet', window.ethereum);
  else say('No wallet was found in this browser. The commands below work without one.');
}, 500);
