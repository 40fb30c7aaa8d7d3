// Types in a file each, and a client on fetch. Nothing is formatted: prettier need not be there.
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './out/kubb', clean: true, format: false, lint: false, extension: { '.ts': '' } },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: 'types' } }),
    pluginClient({ client: 'fetch', output: { path: 'clients' } }),
  ],
});
