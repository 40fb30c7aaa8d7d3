// What the buyers buy: a route of the service's own, and one of another API that it sells (scripts/shop). A target is a
// route and another one of its kind, its price in atomic units (a token with 6 decimals), what its answer holds, and a
// route with a body.

// keccak256("abc"), as in the Keccak team's test vectors.
const hash = '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45';

export const targets = {
  builtin: {
    route: '/crypto/hash?algo=keccak256&input=abc',
    other: '/crypto/hash?algo=keccak256&input=abd',
    price: 1000n,
    expected: hash,
    body: {
      path: '/convert',
      price: 1000n,
      status: 200,
      json: data => ({ from: 'text', to: 'hex', data }),
      expected: data => Buffer.from(data).toString('hex'),
    },
  },
  sold: {
    route: '/flowers/rose',
    other: '/flowers/tulip',
    price: 2000n,
    expected: '"rose"',
    stream: '/flowers/rose/prices',
    body: {
      path: '/orders',
      price: 10000n,
      status: 201,
      json: data => ({ flowers: ['rose', data] }),
      expected: data => `"${data}"`,
    },
  },
};
