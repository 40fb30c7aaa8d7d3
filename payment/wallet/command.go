package wallet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// keyVariable holds the key that pays. It is never an argument: those are for everybody on the machine to read.
const keyVariable = "FAREBOX_KEY"

// Command is "farebox mcp". Nothing but messages goes to stdout; logs go to stderr. Its fields are flags of
// github.com/alecthomas/kong.
type Command struct {
	URL       string        `name:"url" env:"FAREBOX_URL" required:"" placeholder:"URL" help:"MCP endpoint of the service, such as https://api.example.com/mcp or .../mcp/x/edgar; its origin alone will do."`
	MaxUSD    string        `name:"max-usd" default:"0.05" help:"Highest price of one call in US dollars."`
	BudgetUSD string        `name:"budget-usd" default:"1" help:"Most that is spent until the command ends, in US dollars."`
	Tools     []string      `sep:"," placeholder:"NAME,..." help:"Offer only these tools. Default: the service's own list."`
	KeyFile   string        `name:"key-file" placeholder:"FILE" help:"File with the private key that pays, for its owner's eyes only (mode 0600). Default: the key in FAREBOX_KEY."`
	Network   string        `default:"eip155:8453" help:"Network to pay on: eip155:8453 (Base) or eip155:84532 (Base Sepolia)."`
	RPCURL    string        `name:"rpc-url" placeholder:"URL" help:"JSON-RPC endpoint that the balance is read from. Default: public ones of the network."`
	Wait      time.Duration `default:"50s" help:"How long a payment that is not confirmed yet is sent again before the client is told. Clients give up after about a minute."`

	Stdin  io.ReadCloser  `kong:"-"` // default os.Stdin
	Stdout io.WriteCloser `kong:"-"` // default os.Stdout
	Stderr io.Writer      `kong:"-"` // default os.Stderr
}

// Help is the long help text.
func (*Command) Help() string {
	return `An MCP server on standard input and output, for clients that cannot pay. It offers the tools of the service
at --url and pays for calls with your key, within --max-usd for each and --budget-usd in all. The tool wallet_status,
free, says what is left.

The key is read from FAREBOX_KEY, or from --key-file. Use one that holds no more than you would lose.`
}

// Run serves until its input ends.
func (c *Command) Run(ctx context.Context) error {
	if c.Stdin == nil {
		c.Stdin = os.Stdin
	}
	if c.Stdout == nil {
		c.Stdout = os.Stdout
	}
	if c.Stderr == nil {
		c.Stderr = os.Stderr
	}
	log := slog.New(slog.NewTextHandler(c.Stderr, nil))
	options, closeAll, err := c.options(log)
	if err != nil {
		return err
	}
	defer closeAll()
	endpoint, err := endpointOf(c.URL)
	if err != nil {
		return err
	}

	r := &remote{endpoint: endpoint}
	session, err := r.session(ctx)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", endpoint, err)
	}
	defer r.close()
	tools, err := remoteTools(ctx, session, c.Tools)
	if err != nil {
		return err
	}
	for _, name := range c.Tools {
		if !listed(tools, name) { // it is sold all the same, and may only not be in the list
			return fmt.Errorf("--tools: %s does not list %q; add /x/all to its URL, or /x/ and a family",
				endpoint, name)
		}
	}
	wallet, err := New(options, r)
	if err != nil {
		return err
	}

	log.Info("ready", "service", endpoint, "tools", len(tools), "payer", wallet.opt.Key.Address(), "network", c.Network,
		"max_usd", c.MaxUSD, "budget_usd", c.BudgetUSD)
	info := session.InitializeResult()
	server := wallet.Server(info.ServerInfo.Version, info.Instructions, tools)
	err = server.Run(ctx, &mcp.IOTransport{
		Reader: c.Stdin,
		Writer: c.Stdout,
	})
	if errors.Is(err, io.EOF) || ctx.Err() != nil { // the client is done
		return nil
	}
	return err
}

// options are the wallet's, from the flags.
func (c *Command) options(log *slog.Logger) (o Options, closeAll func(), err error) {
	maximum, err := dollars("--max-usd", c.MaxUSD)
	if err != nil {
		return o, nil, err
	}
	budget, err := dollars("--budget-usd", c.BudgetUSD)
	if err != nil {
		return o, nil, err
	}
	asset, endpoints, err := networkNamed(c.Network)
	if err != nil {
		return o, nil, err
	}
	key, err := c.key()
	if err != nil {
		return o, nil, err
	}
	if c.RPCURL != "" {
		endpoints = []string{c.RPCURL}
	}
	chain, err := ethrpc.Dial(endpoints, 5*time.Second)
	if err != nil {
		return o, nil, fmt.Errorf("--rpc-url: %w", err)
	}

	return Options{
		Key:       key,
		MaxUSD:    maximum,
		BudgetUSD: budget,
		Asset:     asset,
		Wait:      c.Wait,
		Balance:   balanceOn(chain, asset),
		Log:       log,
		Now:       time.Now,
	}, chain.Close, nil
}

func dollars(flag, text string) (decimal.Decimal, error) {
	amount, err := decimal.NewFromString(strings.TrimPrefix(text, "$"))
	if err != nil || !amount.IsPositive() {
		return amount, fmt.Errorf("%s: %q is not an amount of dollars such as 0.05", flag, text)
	}
	return amount, nil
}

// networkNamed is the asset that is paid with on a network, and the keyless endpoints of the network.
func networkNamed(name string) (pay.Asset, []string, error) {
	for _, n := range x402.Builtin() {
		for _, asset := range []pay.Asset{pay.BaseUSDC, pay.BaseSepoliaUSDC} {
			if n.CAIP2 == asset.Network && (name == n.CAIP2 || name == n.V1Name) {
				return asset, n.RPCURLs, nil
			}
		}
	}
	return pay.Asset{}, nil, fmt.Errorf("--network: %q is not eip155:8453 (Base) or eip155:84532 (Base Sepolia)", name)
}

// key reads the key that pays. The errors do not quote it.
func (c *Command) key() (*pay.Key, error) {
	text := os.Getenv(keyVariable)
	from := keyVariable
	if c.KeyFile != "" {
		info, err := os.Stat(c.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("--key-file: %w", err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			return nil, fmt.Errorf("--key-file: others may read %s; run chmod 600 %s", c.KeyFile, c.KeyFile)
		}
		data, err := os.ReadFile(c.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("--key-file: %w", err)
		}
		text = string(data)
		from = c.KeyFile
	}

	if text == "" {
		return nil, fmt.Errorf("no key to pay with: set %s, or name a file with --key-file", keyVariable)
	}
	key, err := pay.NewKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}

	return key, nil
}

// endpointOf is the MCP endpoint of a URL; an origin stands for its /mcp.
func endpointOf(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("--url: %q is not an absolute http(s) URL", text)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/mcp"
	}
	return u.String(), nil
}

func listed(tools []*mcp.Tool, name string) bool {
	for _, tool := range tools {
		if tool.Name == name {
			return true
		}
	}
	return false
}

// balanceOn reads balances of an asset in US dollars.
func balanceOn(chain *ethrpc.Client, asset pay.Asset) func(context.Context, string) (decimal.Decimal, error) {
	return func(ctx context.Context, owner string) (decimal.Decimal, error) {
		var word hexutil.Bytes
		call := map[string]any{
			"to":   asset.Contract,
			"data": hexutil.Bytes(eip3009.PackBalanceOf(common.HexToAddress(owner))),
		}
		if err := chain.Call(ctx, &word, "eth_call", call, "latest"); err != nil {
			return decimal.Zero, fmt.Errorf("balance: %w", err)
		}
		return decimal.NewFromBigInt(new(big.Int).SetBytes(word), -assetDecimals), nil
	}
}

// clientTime bounds one message to the service, which answers a call within 50 seconds.
const clientTime = 70 * time.Second

// sameOrigin keeps a payment from being carried to a host that the user did not name. The redirect is then the answer.
func sameOrigin(next *http.Request, via []*http.Request) error {
	first := via[0].URL
	sameScheme := next.URL.Scheme == first.Scheme || next.URL.Scheme == "https"
	if len(via) > 5 || next.URL.Host != first.Host || !sameScheme {
		return http.ErrUseLastResponse
	}
	return nil
}

// connect opens a session with a remote server.
func connect(ctx context.Context, endpoint string) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{
		Name:    "farebox-wallet",
		Version: "1",
	}, &mcp.ClientOptions{Logger: slog.New(slog.DiscardHandler)})
	return client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:             endpoint,
		HTTPClient:           &http.Client{Timeout: clientTime, CheckRedirect: sameOrigin},
		DisableStandaloneSSE: true,
		MaxRetries:           -1, // what is sent again is decided here
	}, nil)
}
