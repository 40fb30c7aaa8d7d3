// Starts the viewer of the OpenAPI document. It asks nobody but this server: no fonts, telemetry, proxy or assistant of
// its makers. Its own button to send requests is left out, because it cannot pay; the pages of the routes can.
'use strict';

// A library in the viewer tries to compile code, which the policy forbids; so told, it does not try.
globalThis.__zod_globalConfig = { jitless: true };

// withPrices puts each route's price behind its summary, which is all that the viewer's list shows of it, and the range
// of them under the heading of the family.
function withPrices(document) {
  const prices = new Map(); // by tag
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      const price = operation?.['x-payment-info']?.price?.amount;
      if (!price) continue;
      operation.summary += ` ($${price})`;
      for (const tag of operation.tags || []) prices.set(tag, [...(prices.get(tag) || []), price]);
    }
  }
  for (const tag of document.tags || []) {
    const all = (prices.get(tag.name) || []).sort((a, b) => a - b);
    if (all.length === 0) continue;
    const range = all[0] === all.at(-1) ? `$${all[0]}` : `$${all[0]} to $${all.at(-1)}`;
    tag.description = `${tag.description || ''}\n\n**${range}** a call, not charged when it fails.`;
  }
  return document;
}

// withoutControls keeps what every route takes besides its inputs out of the examples of calls, where the viewer puts what
// has a default.
function withoutControls(document) {
  for (const parameter of Object.values(document.components?.parameters || {})) {
    if (parameter['x-control']) delete parameter.schema.default;
  }
  return document;
}

// All scripts have run by then, the viewer's too.
addEventListener('DOMContentLoaded', async () => {
  const place = document.getElementById('reference');
  const answer = window.Scalar && await fetch('/openapi.json').catch(() => null);
  if (answer?.ok) {
    const content = withPrices(withoutControls(await answer.json()));
    place.textContent = '';
    window.Scalar.createApiReference(place, {
      content,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true, hideAddApi: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      hideTestRequestButton: true,
      hideDarkModeToggle: true,
      documentDownloadType: 'none',
      persistAuth: false,
      defaultOpenAllTags: true,
      hideModels: true,
      theme: 'default',
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    });
  } else {
    place.textContent = 'The viewer could not be loaded. The pages of the routes say the same.';
  }
});
