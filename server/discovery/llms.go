package discovery

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spec"
)

// LLMsText is the service for language models, by the convention of llmstxt.org: a title, a summary in a quotation,
// paragraphs without headings, then sections of link lists. It is an index, with one line for each route: agents load
// it whole.
func LLMsText(s *spec.Spec, service Service) string { return llmsWith(s, service, llmsLine) }

// llmsFullText is the same with all that a model needs to choose a route and to call it.
func llmsFullText(s *spec.Spec, service Service) string { return llmsWith(s, service, llmsFullLine) }

func llmsWith(s *spec.Spec, service Service, line func(*spec.Operation) string) string {
	var b strings.Builder
	low, high, paid := priceRange(s.Operations)
	fmt.Fprintf(&b, "# %s\n\n> %s %d paid routes, $%s to $%s a call.\n\n", oneLine(service.Name), oneLine(service.Description), paid, dollars(low), dollars(high))
	fmt.Fprintf(&b, "Base URL: %s (links below are relative to it). Looking for one route? GET /find?q=<task in words> is free and gives price, inputs and a ready example.\n\n", service.PublicBaseURL)

	b.WriteString(llmsPayment(service))
	b.WriteString(llmsRules)
	b.WriteString("## Documents\n\n")
	b.WriteString("- [Full text](/llms-full.txt): optional inputs, descriptions and tasks of every route\n")
	b.WriteString("- [OpenAPI](/openapi.json): every input, answer, example and price; the authority\n")
	b.WriteString("- [Catalogue](/.well-known/x402): the paid routes as one JSON object\n")
	b.WriteString("- [Find](/find?q=): ranks routes for a task in words\n")
	b.WriteString("- [Pages](/docs.md): each route with calls and an example; one at /docs/<family>/<route>.md\n")
	fmt.Fprintf(&b, "- [MCP](%[1]s): the routes as tools, paid in the call; one family at %[1]s/x/<family>\n",
		MCPPath)

	for _, f := range s.Families {
		if len(f.Operations) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s: %s\n\n", f.Name, strings.TrimSuffix(oneLine(f.Description), "."))
		for _, op := range f.Operations {
			b.WriteString(line(op))
		}
	}
	return b.String()
}

func llmsPayment(service Service) string {
	accepted := make([]string, len(service.Networks))
	for i, n := range service.Networks {
		accepted[i] = fmt.Sprintf("%s on %s (%s, token %s)", n.Symbol, n.Name, n.CAIP2, n.Asset)
	}
	mpp := ""
	if service.MPP {
		mpp = "7. Or by the Payment scheme (MPP, charge by " + strings.Join(service.Methods(), " or ") + "): answer WWW-Authenticate with Authorization: Payment; " +
			"Payment-Receipt has the transaction.\n"
	}
	return "How to pay (x402, any x402 client library does steps 2 to 4):\n\n" +
		"1. Call the route with its inputs and no payment.\n" +
		"2. It answers 402. The PAYMENT-REQUIRED header is the x402 version 2 quote (base64 JSON), the body the version 1 quote. " +
		"With the header Prefer: x402-version=2 (or 1) you get that one alone.\n" +
		"3. Sign the quoted transfer (" + service.Signing() + "). No gas is needed, only the token.\n" +
		"4. Repeat the same request with PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1).\n" +
		"5. 200 carries the result; PAYMENT-RESPONSE or X-PAYMENT-RESPONSE has the transaction.\n" +
		"6. Accepted: " + strings.Join(accepted, "; ") + ".\n" + mpp + "\n"
}

const llmsRules = `Charging rules:

- Only a 200 is charged. 400, 404, 405, 422, 502 and 503 cost nothing; the same signed payment can be sent again.
- One exception: 503 with code settlement_pending may yet be charged. On it, and on 409, wait Retry-After and send the SAME payment, never a new one.
- A repeated settled payment for the same request returns the stored answer, uncharged. Idempotency-Key does so for a new signature.
- Errors are application/problem+json: code, detail, field, charged, retry.

Two parameters of every paid route:

- check=1 is free: it says whether the inputs are good, the price, and the state of the sources.
- fields=a,b.c cuts the answer down to these members.

Reading the lists: required inputs follow the price, "?" marks optional ones; routes are called with GET unless marked POST; GET inputs are query parameters (lists repeated or comma-separated), POST inputs members of a JSON body.

`

// llmsLine is "- [Hash a value](/crypto/hash): $0.001; algo, input". The method is named where it is not GET.
func llmsLine(op *spec.Operation) string {
	var names []string
	for _, in := range op.Inputs {
		if in.Required {
			names = append(names, in.Name)
		}
	}
	method := ""
	if op.Method != http.MethodGet {
		method = op.Method
	}
	return llmsLink(oneLine(op.Summary), op, method, strings.Join(names, ", "))
}

// llmsFullLine is "- [GET /crypto/hash](/crypto/hash): $0.001; algo, input, encoding?; Hash a value; ..." with the description
// and the tasks that the route does.
func llmsFullLine(op *spec.Operation) string {
	var names []string
	for _, in := range op.Inputs {
		name := in.Name
		if !in.Required {
			name += "?"
		}
		names = append(names, name)
	}

	parts := []string{strings.Join(names, ", "), oneLine(op.Summary), oneLine(op.Description)}
	if len(op.Tasks) > 0 {
		parts = append(parts, "e.g. "+oneLine(strings.Join(op.Tasks, " | ")))
	}
	return llmsLink(op.Name(), op, parts...)
}

func llmsLink(text string, op *spec.Operation, about ...string) string {
	price := "free"
	if op.Paid {
		price = "$" + PriceUSD(op)
	}
	parts := slices.DeleteFunc(append([]string{price}, about...), func(part string) bool { return part == "" })
	return fmt.Sprintf("- [%s](%s): %s\n", text, op.Path, strings.Join(parts, "; "))
}

// oneLine joins lines, so that text from the spec or the configuration cannot start a list or a heading.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
