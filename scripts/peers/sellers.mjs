// The sellers that Farebox is measured against, one a process: SELLER names it, PORT and FACILITATOR_URL are its own.
// Each sells one route that answers a small JSON object.
//
//   v1      x402-express
//   v2      @x402/express
//   bazaar  @x402/express that describes its route for the catalogues, as Farebox's quotes do
//   floor   bare node:http with Farebox's own quote (QUOTE_URL) in memory: what answering costs without any selling
import http from "node:http";
import express from "express";

const payTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
const url = process.env.FACILITATOR_URL;
const sold = { algo: "keccak256", hash: "0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658" };
const answer = (_req, res) => res.json(sold);

async function version1() {
  const { paymentMiddleware } = await import("x402-express");
  const app = express();
  app.use(paymentMiddleware(payTo, { "GET /hash": { price: "$0.001", network: "base" } }, { url }));
  return app.get("/hash", answer);
}

async function version2(described) {
  const { paymentMiddleware, x402ResourceServer } = await import("@x402/express");
  const { HTTPFacilitatorClient } = await import("@x402/core/server");
  const { registerExactEvmScheme } = await import("@x402/evm/exact/server");
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url }));
  registerExactEvmScheme(server);
  const route = {
    accepts: [{ scheme: "exact", price: "$0.001", network: "eip155:8453", payTo }],
    description: "hash",
    mimeType: "application/json",
  };
  if (described) {
    const { bazaarResourceServerExtension, declareDiscoveryExtension } = await import("@x402/extensions/bazaar");
    server.registerExtension(bazaarResourceServerExtension);
    route.extensions = declareDiscoveryExtension({
      input: { algo: "keccak256", input: "hello" },
      inputSchema: {
        type: "object",
        properties: {
          algo: { type: "string", description: "Name of the hash function." },
          input: { type: "string", description: "What is hashed." },
        },
        required: ["algo", "input"],
      },
      output: { example: sold },
    });
  }
  const app = express();
  app.use(paymentMiddleware({ "GET /hash": route }, server));
  return app.get("/hash", answer);
}

async function floor() {
  const quote = await fetch(process.env.QUOTE_URL, { headers: { "accept-encoding": "identity" } });
  const headers = Object.fromEntries(quote.headers);
  const body = Buffer.from(await quote.arrayBuffer());
  return (_req, res) => res.writeHead(quote.status, headers).end(body);
}

const sellers = { v1: version1, v2: () => version2(false), bazaar: () => version2(true), floor };
const seller = await sellers[process.env.SELLER]();
http.createServer(seller).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
