// Types in a file each, and a client on fetch.
export default {
  farebox: {
    input: './openapi.json',
    output: { target: './out/orval/index.ts', schemas: './out/orval/model', client: 'fetch', mode: 'split' },
  },
};
