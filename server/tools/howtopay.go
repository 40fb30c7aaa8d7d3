package tools

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/server/discovery"
)

// howToPay is one screen about payments.
func (d *Door) howToPay() *callResult {
	s := d.opt.Service
	low, high, _ := discovery.PriceRange(d.opt.Spec.Operations)
	var networks []map[string]any
	var names []string
	for _, n := range s.Networks {
		networks = append(networks, map[string]any{
			"network": n.CAIP2,
			"name":    n.Name,
			"asset":   n.Asset,
			"symbol":  n.Symbol,
			"pay_to":  n.PayTo,
		})
		names = append(names, fmt.Sprintf("%s on %s", n.Symbol, n.Name))
	}

	command := fmt.Sprintf("farebox mcp --url %s%s", s.PublicBaseURL, Path)
	steps := []string{
		"Call a tool. Unpaid, it gives an error result with its price: an x402 version 2 quote in structuredContent, " +
			"in the text, and in _meta[\"x402/error\"].",
		"Sign the quoted transfer (scheme exact: " + s.Signing() + "). It needs the token only, no gas.",
		"Call the same tool with the same arguments and the payment in _meta[\"x402/payment\"], as an object or as " +
			"base64. The headers PAYMENT-SIGNATURE and X-PAYMENT of the message do as well.",
		"The result carries the answer, and the settlement in _meta[\"x402/payment-response\"].",
	}
	rules := []string{
		"Only a good answer is charged. Errors are results with code, detail, field, retry and charged: false.",
		"retry: same_payment means: send the same payment again, never a new one. settlement_pending may yet be " +
			"charged.",
		"A settled payment gives its answer again for the same arguments, here and over HTTP, without a second charge.",
		"find_tools, describe_tool and how_to_pay are free.",
	}
	return freeResult(map[string]any{
		"summary": fmt.Sprintf("Calls cost $%s to $%s, paid one by one in %s by x402. No account, no key.",
			low, high, strings.Join(names, " or ")),
		"networks": networks,
		"steps":    steps,
		"rules":    rules,
		"client_cannot_pay": "Add the local MCP server that pays with your wallet, with a cap on each call and a " +
			"budget: " + command,
		"clients_that_pay":       []string{"x402 MCP clients", "Cloudflare agents (withX402Client)", "mppx", command},
		"openapi":                s.PublicBaseURL + "/openapi.json",
		"the_same_tools_by_http": s.PublicBaseURL + "/llms.txt",
	})
}
