// Pays for one request with a wallet of the browser (EIP-6963): asks for the quote, has the transfer authorization
// signed (EIP-3009 by EIP-712), and sends the same request with it. The payment is sent again, never signed again,
// while nobody knows what became of it: by the same button, and after the page was loaded anew.
'use strict';

const box = document.getElementById('buy');
const { method, price } = box.dataset;
const networks = JSON.parse(box.dataset.networks || '{}'); // by the number of the chain, as EIP-3085 has them
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

// What was signed is kept for as long as the tab lives, with one name of the purchase for the page and its inputs: when
// an answer gets lost the same payment is sent again, and the name keeps a new one from buying the same answer twice.
let url, body, place;
let purchase = {};

// choose takes up what the page is to buy as its inputs stand.
function choose() {
  url = box.dataset.url || location.pathname + location.search;
  body = box.dataset.body;
  const now = `farebox ${method} ${url} ${body || ''}`;
  if (now === place) return;
  place = now;
  purchase = {};
  try { purchase = JSON.parse(sessionStorage.getItem(place)) || {}; } catch { /* no storage: as long as the page lives */ }
}

choose();

function keep(changes) {
  purchase = { ...purchase, ...changes };
  try { sessionStorage.setItem(place, JSON.stringify(purchase)); } catch { /* the same */ }
}

const hex = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');

async function show(response) {
  const text = await response.text();
  let told = null;
  try { told = JSON.parse(text); } catch { /* not JSON: as it is */ }
  answerAt.textContent = told ? JSON.stringify(told, null, 2) : text;
  answerAt.hidden = false;
  return told || {};
}

function paid(response) {
  keep({ paid: true });
  const receipt = response.headers.get('PAYMENT-RESPONSE');
  const { transaction } = receipt ? decode(receipt) : {};
  const page = networks[purchase.chainId]?.blockExplorerUrls?.[0];
  say(transaction ? `Paid. Transaction ${transaction}` : 'Paid.');
  if (transaction && page) {
    const link = document.createElement('a');
    link.href = `${page}/tx/${transaction}`;
    link.rel = 'noreferrer';
    link.textContent = 'Look at it';
    stateAt.append(' ', link);
  }
}

// refused says what became of a payment that bought nothing, and drops it where it never will.
function refused(response, told) {
  if (response.status === 402) {
    keep({ payment: null });
    say(`The payment was refused: ${told.error || told.detail || 'no reason was given'}. Press the button to sign another.`);
    return;
  }
  if (told.retry !== 'same_payment') keep({ payment: null });
  const fate = told.charged === false ? 'Nothing was charged.'
    : 'It is not known yet whether you paid: press the button later, and the same payment is sent again.';
  say(`Answer ${response.status}. ${fate}`);
}

async function onChain(wallet, chainId) {
  const wanted = '0x' + chainId.toString(16);
  if (await wallet.request({ method: 'eth_chainId' }) === wanted) return;
  const network = networks[chainId];
  try {
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] });
  } catch (failure) {
    if (failure.code !== 4902 || !network?.rpcUrls.length) throw failure; // 4902: the wallet does not know it (EIP-3085)
    await wallet.request({ method: 'wallet_addEthereumChain', params: [{ chainId: wanted, ...network }] });
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] });
  }
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
  const terms = quote.accepts.find((t) => t.scheme === 'exact' && t.network.startsWith('eip155:') && !t.extra.assetTransferMethod);
  if (!terms) throw new Error('Nothing that is offered here, such as Solana, can be paid in this wallet. The commands below can pay it.');
  const chainId = Number(terms.network.slice('eip155:'.length));
  const network = networks[chainId]?.chainName || terms.network;
  say(`Confirm in your wallet: ${price} in ${terms.extra.name} on ${network}, to ${terms.payTo}.`);
  const [from] = await wallet.request({ method: 'eth_requestAccounts' });
  await onChain(wallet, chainId);

  const now = Math.floor(Date.now() / 1000);
  const authorization = {
    from,
    to: terms.payTo,
    value: terms.amount,
    validAfter: String(now - 600),
    validBefore: String(now + terms.maxTimeoutSeconds),
    nonce: '0x' + hex(32),
  };
  const signature = await wallet.request({
    method: 'eth_signTypedData_v4',
    params: [from, JSON.stringify(typedData(terms, chainId, authorization))],
  });
  const payment = encode({ x402Version: 2, resource: quote.resource, accepted: terms, payload: { signature, authorization } });
  keep({ payment, chainId, id: purchase.id || `page-${hex(16)}` });
}

async function send() {
  for (let tries = 1; ; tries++) {
    const response = await ask({ 'PAYMENT-SIGNATURE': purchase.payment, 'Idempotency-Key': purchase.id }).catch((failure) => {
      if (tries === 3) throw failure;
      return null;
    });
    if (response && ![409, 502, 503, 504].includes(response.status) || tries === 5) return response;
    const seconds = Number(response?.headers.get('Retry-After')) || 2;
    say('The payment is under way.');
    await wait(Math.min(seconds, 10) * 1000);
  }
}

async function buy(wallet) {
  if (!purchase.payment) {
    const quoted = await ask({});
    if (quoted.status !== 402) {
      await show(quoted);
      say(quoted.ok ? 'This answer is free.' : `Answer ${quoted.status}. Nothing was charged.`);
      return;
    }
    await sign(wallet, decode(quoted.headers.get('PAYMENT-REQUIRED')));
  }

  say('Paying.');
  let response = null;
  try { response = await send(); } catch { /* nobody knows what became of it */ }
  if (!response) {
    say('The answer got lost, and it is not known whether you paid. Press the button again: the same payment is sent, and never charged twice.');
    return;
  }
  const told = await show(response);
  if (response.ok) paid(response);
  else refused(response, told);
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', async () => {
    if (box.dataset.wrong) {
      say(`Nothing can be bought yet: ${box.dataset.wrong}.`);
      return;
    }
    choose();
    walletsAt.querySelectorAll('button').forEach((b) => { b.disabled = true; });
    try { await act(); } catch (failure) { say(`Nothing was sent: ${failure.message}`); }
    walletsAt.querySelectorAll('button').forEach((b) => { b.disabled = false; b.hidden = b.dataset.once && !purchase.paid; });
  });
  walletsAt.append(made);
  return made;
}

// offer has a second button that shows once something was bought: a second press of the first brings the same answer.
function offer(name, wallet) {
  button(`Pay ${price} with ${name}`, () => buy(wallet));
  const again = button(`Buy a new answer with ${name}`, () => {
    keep({ payment: null, paid: false, id: null });
    return buy(wallet);
  });
  again.dataset.once = 'true';
  again.hidden = !purchase.paid;
}

function greet() {
  if (purchase.payment && !purchase.paid) say('A payment made on this page has no answer yet. Press the button to send it again.');
  else say('');
}

function look() {
  const known = new Set();
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (known.has(detail.info.uuid)) return;
    known.add(detail.info.uuid);
    greet();
    offer(detail.info.name, detail.provider);
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  setTimeout(() => {
    if (known.size > 0) return;
    if (window.ethereum) offer('your wallet', window.ethereum);
    else say('No wallet was found in this browser. The commands below work without one.');
  }, 500);
}

if (box.dataset.wrong) say(`Nothing can be bought yet: ${box.dataset.wrong}.`);
else look();
