package wallet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
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
	Network   string        `default:"eip155:8453" help:"Network to pay on: base, base-sepolia, solana or solana-devnet, or its CAIP-2 name."`
	RPCURL    string        `name:"rpc-url" placeholder:"URL" help:"JSON-RPC endpoint that the balance, and on Solana the blockhash of a payment, is read from. Default: public ones of the network."`
	Wait      time.Duration `default:"50s" help:"How long a payment that is not confirmed yet is sent again before the client gets an error. Clients give up after about a minute."`

	Stdin  io.ReadCloser  `kong:"-"` // default os.Stdin
	Stdout io.WriteCloser `kong:"-"` // default os.Stdout
	Stderr io.Writer      `kong:"-"` // default os.Stderr
}

// Help is the long help text.
func (*Command) Help() string {
	return `An MCP server on standard input and output, for clients that cannot pay. It offers the tools of the service
at --url and pays for calls with your key, within --max-usd for each and --budget-usd in all. The tool wallet_status,
free, says what is left.

The key is read from FAREBOX_KEY, or from --key-file: 64 hex digits, or on Solana what wallets export. Use one that holds no more than you would lose.`
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

	log.Info("ready", "service", endpoint, "tools", len(tools), "payer", wallet.opt.Payer.Address, "network", c.Network,
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
	on, err := networkNamed(c.Network)
	if err != nil {
		return o, nil, err
	}
	if c.RPCURL != "" {
		on.endpoints = []string{c.RPCURL}
	}
	secret, from, err := c.secret()
	if err != nil {
		return o, nil, err
	}
	payer, err := on.payer(secret)
	if err != nil {
		return o, nil, fmt.Errorf("%s: %w", from, err)
	}
	chain, err := ethrpc.Dial(on.endpoints, 5*time.Second)
	if err != nil {
		return o, nil, fmt.Errorf("--rpc-url: %w", err)
	}

	return Options{
		Payer:     payer,
		MaxUSD:    maximum,
		BudgetUSD: budget,
		Asset:     on.asset,
		Wait:      c.Wait,
		Balance:   on.balance(chain),
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

// secret reads the key that pays, and says where it is from. The errors do not quote it.
func (c *Command) secret() (text, from string, err error) {
	text = os.Getenv(keyVariable)
	from = keyVariable
	if c.KeyFile != "" {
		info, err := os.Stat(c.KeyFile)
		if err != nil {
			return "", "", fmt.Errorf("--key-file: %w", err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			return "", "", fmt.Errorf("--key-file: others may read %s; run chmod 600 %s", c.KeyFile, c.KeyFile)
		}
		data, err := os.ReadFile(c.KeyFile)
		if err != nil {
			return "", "", fmt.Errorf("--key-file: %w", err)
		}
		text = string(data)
		from = c.KeyFile
	}

	if text == "" {
		return "", "", fmt.Errorf("no key to pay with: set %s, or name a file with --key-file", keyVariable)
	}
	return text, from, nil
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
	return slices.ContainsFunc(tools, func(tool *mcp.Tool) bool { return tool.Name == name })
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
