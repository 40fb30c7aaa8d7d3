// The reference x402 middlewares on Express, each selling one route that answers a small JSON object:
// what Farebox is measured against. Ports: V1_PORT, V2_PORT; facilitator: FACILITATOR_URL.
import express from "express";
import { paymentMiddleware as paymentV1 } from "x402-express";
import { paymentMiddleware as paymentV2, x402ResourceServer } from "@x402/express";
import { HTTPFacilitatorClient } from "@x402/core/server";
import { registerExactEvmScheme } from "@x402/evm/exact/server";

const payTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
const url = process.env.FACILITATOR_URL;
const answer = (_req, res) => res.json({ algo: "keccak256", hash: "0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658" });

const v1 = express();
v1.use(paymentV1(payTo, { "GET /hash": { price: "$0.001", network: "base" } }, { url }));
v1.get("/hash", answer);
v1.listen(Number(process.env.V1_PORT), "127.0.0.1");

const server = new x402ResourceServer(new HTTPFacilitatorClient({ url }));
registerExactEvmScheme(server);
const v2 = express();
v2.use(paymentV2({ "GET /hash": { accepts: [{ scheme: "exact", price: "$0.001", network: "eip155:8453", payTo }], description: "hash", mimeType: "application/json" } }, server));
v2.get("/hash", answer);
v2.listen(Number(process.env.V2_PORT), "127.0.0.1", () => console.log("ready"));
