package site

import (
	"encoding/json"
	"strings"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// payCommand is the call with our own buyer.
func (k kit) payCommand(call find.Call) string {
	command := "farebox pay " + k.flag + find.ShellQuote(call.URL)
	if call.Body != nil {
		command += " -d " + find.ShellQuote(string(call.Body))
	}
	return command
}

// scriptString is text as a string literal of JavaScript and of Go. JSON's are both.
func scriptString(text string) string {
	literal, err := json.Marshal(text)
	if err != nil { // a string always marshals
		return `""`
	}
	// JSON writes these for the sake of HTML; the page escapes them itself.
	return strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(literal))
}

// typeScript buys with the SDK where npm installs it from here, and else with the packages of x402.
func (s *Site) typeScript(op *spec.Operation, call find.Call) (string, error) {
	if !s.hasSDK || !s.kit.isOfOwnTS || op.Backend != "" { // the SDK has the program's own routes
		return "// " + s.kit.install + "\n" + s.kit.withX402(call), nil
	}
	first := "// " + s.install() + "\n"
	program, err := withSDK(op, s.service.PublicBaseURL, s.kit.network)
	return first + program, err
}

// testNetwork is the network whose token the SDK knows by a name, and does not pay with unless told to.
const testNetwork = "eip155:84532"

// withSDK buys with the TypeScript SDK, at most at the price of the route.
func withSDK(op *spec.Operation, baseURL, network string) (string, error) {
	imports := "createFarebox, " + op.ID
	assets := ""
	if network == testNetwork {
		imports = "baseSepoliaUsdc, " + imports
		assets = "  assets: [baseSepoliaUsdc],\n"
	}
	inputs := ""
	if len(op.Inputs) > 0 {
		arguments, err := discovery.ExampleArguments(op)
		if err != nil {
			return "", err
		}
		text, err := indented(arguments)
		if err != nil {
			return "", err
		}
		inputs = ", " + text
	}

	return `import { ` + imports + ` } from '` + packageName + `';
import { privateKeyToAccount } from 'viem/accounts';

const account = privateKeyToAccount(process.env.FAREBOX_KEY as ` + "`0x${string}`" + `);
const farebox = createFarebox({
  baseUrl: ` + scriptString(baseURL) + `,
  account,
  maxPerCallUsd: "` + discovery.PriceUSD(op) + `",
` + assets + `});
const { data, payment } = await ` + op.ID + `(farebox` + inputs + `);
console.log(data, payment?.transaction);
`, nil
}

// withX402 buys with the packages of x402.
func (k kit) withX402(call find.Call) string {
	request := scriptString(call.URL)
	if call.Body == nil && call.Method != "GET" {
		request += ", { method: " + scriptString(call.Method) + " }"
	}
	if call.Body != nil {
		request += ", {\n  method: " + scriptString(call.Method) + ",\n" +
			"  headers: { 'Content-Type': 'application/json' },\n" +
			"  body: JSON.stringify(" + string(call.Body) + "),\n}"
	}

	return `import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
` + k.imports + `
const account = ` + k.account + `;
const pay = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: '` + k.network + `', client: new ` + k.scheme + `(account) }],
});
const response = await pay(` + request + `);
console.log(await response.json());
`
}

// goCode buys with the Go SDK, at most at the price of the route.
func (k kit) goCode(call find.Call, price string) string {
	send := "wallet.Client().Get(" + scriptString(call.URL) + ")"
	if call.Body != nil {
		send = "wallet.Client().Post(" + scriptString(call.URL) + `, "application/json",` +
			"\n\tstrings.NewReader(" + scriptString(string(call.Body)) + "))"
	}

	return `// import "github.com/farebox/farebox/sdk/go/pay"
key, err := pay.` + k.goKey + `(os.Getenv("FAREBOX_KEY"))
if err != nil {
	return err
}
wallet, err := pay.New(pay.Options{
	` + k.goOption + `,
	MaxPerCallUSD: "` + price + `",
})
if err != nil {
	return err
}
response, err := ` + send + "\n"
}

// toolCall is the message that calls the route as a tool.
func toolCall(op *spec.Operation) (string, error) {
	arguments, err := discovery.ExampleArguments(op)
	if err != nil {
		return "", err
	}
	return indented(map[string]any{
		"jsonrpc": "2.0",
		"id":      1,
		"method":  "tools/call",
		"params": map[string]any{
			"name":      op.ID,
			"arguments": arguments,
		},
	})
}
