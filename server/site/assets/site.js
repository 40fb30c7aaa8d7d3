// Copy buttons, and the search that narrows the list of routes while one types. Without it all routes are listed, and
// the search form asks the server for a page of the best.
'use strict';

for (const button of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) break; // only where the page is safe: https, or this machine
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.nextElementSibling.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
}

const search = document.querySelector('.search');
if (search && document.querySelector('.family')) { // a page of results has its list made
  const input = search.elements.q;
  const found = document.getElementById('found');
  const families = [...document.querySelectorAll('.family')].map((section) => ({
    section,
    words: section.dataset.words.toLowerCase(),
    routes: [...section.querySelectorAll('li')].map((item) => ({ item, text: item.textContent.toLowerCase() })),
  }));

  const narrow = () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { section, words, routes } of families) {
      let shown = 0;
      for (const { item, text } of routes) {
        item.hidden = !wanted.every((word) => text.includes(word) || words.includes(word));
        if (!item.hidden) shown++;
      }
      section.hidden = shown === 0;
      count += shown;
    }
    found.textContent = wanted.length === 0 ? '' : `${count} ${count === 1 ? 'route' : 'routes'} with these words` +
      (count === 0 ? '. Find searches by meaning.' : '');
  };
  input.addEventListener('input', narrow);
  narrow(); // a browser keeps what was typed when one comes back
}
