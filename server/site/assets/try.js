// The form of a route: the free check of its inputs, and the body of a route that takes one. Without this script the form
// of a route without a body works all the same, and leads to the pages of the answers.
'use strict';

const form = document.querySelector('form.try');
const sold = document.getElementById('buy'); // where the page itself buys
const toldAt = document.querySelector('.checked');

// member is a control's value as it stands in a JSON text; '' where nothing is given. Numbers keep their digits.
function member({ name, value, dataset }) {
  if (value.trim() === '') return '';
  switch (dataset.holds) {
    case 'text':
      return JSON.stringify(value);
    case 'json':
      try { JSON.parse(value); } catch { throw new Error(`${name} is not JSON`); }
      return value;
    default:
      return value.trim();
  }
}

// asked is the request that the form makes as it stands.
function asked() {
  const query = new URLSearchParams();
  const members = [];
  for (const control of form.querySelectorAll('[data-in]')) {
    if (control.dataset.in === 'query') {
      if (control.value !== '') query.set(control.name, control.value);
      continue;
    }
    const text = member(control);
    if (text !== '') members.push(`${JSON.stringify(control.name)}:${text}`);
  }
  const path = form.dataset.url || form.getAttribute('action');
  return {
    method: form.dataset.method || 'GET',
    url: query.size > 0 ? `${path}?${query}` : path,
    body: form.dataset.method ? `{${members.join()}}` : '',
  };
}

function tell(text, good) {
  toldAt.textContent = text;
  toldAt.classList.toggle('good', good);
  toldAt.hidden = false;
}

// failing are the sources that the answer rests on and that cannot be used now.
function failing(sources) {
  return sources.filter((source) => source.main && source.status === 'failing').map((source) => source.name);
}

async function check() {
  let request;
  try { request = asked(); } catch (failure) { tell(`${failure.message}.`, false); return; }
  const { method, url, body } = request;
  const sent = { method, headers: { Accept: 'application/json' }, cache: 'no-store' };
  if (body) {
    sent.body = body;
    sent.headers['Content-Type'] = 'application/json';
  }

  tell('Checking.', true);
  const answer = await fetch(`${url}${url.includes('?') ? '&' : '?'}check=1`, sent).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!said) tell('The check could not be made. Try again.', false);
  else if (!answer.ok) tell(`${said.detail || said.title}.`, false);
  else if (said.closed_code) tell(`The inputs are good. Not sold now: ${said.closed_detail || said.closed_code}.`, false);
  else {
    const missed = failing(said.sources);
    const state = missed.length > 0 ? ` Failing now: ${missed.join(', ')}.` : '';
    tell(`The inputs are good. It costs ${form.dataset.price}.${state}`, missed.length === 0);
  }
}

// follow has the page buy what the form says.
function follow() {
  if (!sold) return;
  try {
    const { url, body } = asked();
    sold.dataset.url = url;
    sold.dataset.body = body;
    sold.dataset.wrong = '';
  } catch (failure) {
    sold.dataset.wrong = failure.message;
  }
}

form.addEventListener('submit', (event) => {
  if (event.submitter?.name !== 'check') return; // to the page on which one pays
  event.preventDefault();
  check();
});
form.addEventListener('input', follow);
follow(); // a browser keeps what was typed when one comes back
