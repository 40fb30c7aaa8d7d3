// Starts the viewer of the OpenAPI document. It asks nobody but this server: no fonts, telemetry, proxy or assistant of
// its makers. Its own button to send requests is left out, because it cannot pay; the pages of the routes can.
'use strict';

// A library in the viewer tries to compile code, which the policy forbids; so told, it does not try.
globalThis.__zod_globalConfig = { jitless: true };

// All scripts have run by then, the viewer's too.
addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('reference');
  if (window.Scalar) {
    place.textContent = '';
    window.Scalar.createApiReference(place, {
      url: '/openapi.json',
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
      defaultOpenFirstTag: false,
      hideModels: true,
      theme: 'default',
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    });
  } else {
    place.textContent = 'The viewer could not be loaded. The pages of the routes say the same.';
  }
});
