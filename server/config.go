package server

import (
	"cmp"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// Config is every setting of the service. All come from the environment; the help texts make
// `farebox serve --help` and docs/configuration.md. Numbers and times have bounds, texts their rule in textRules. What
// is beyond the bounds is a slip: minutes for seconds, or a zero that turns off what nobody would.
type Config struct {
	Listen        string `env:"LISTEN_ADDR" envDefault:":8402" help:"Address the service listens on. farebox dev uses 127.0.0.1:8402."`
	MetricsAddr   string `env:"METRICS_ADDR" help:"Address of a second listener with Prometheus metrics at /metrics. Keep it private. Empty: no metrics."`
	PublicBaseURL string `env:"PUBLIC_BASE_URL" envDefault:"http://127.0.0.1:8402" help:"Origin under which buyers reach the service; quotes and documents are built from it, never from the Host header. Registries want https."`
	ServiceName   string `env:"SERVICE_NAME" envDefault:"Farebox" help:"Name in quotes and documents: printable ASCII, at most 32 characters."`
	Contact       string `env:"CONTACT" help:"E-mail address or URL of the operator, for the served documents and for the User-Agent that data providers see. The SEC wants an e-mail address."`
	Terms         string `env:"TERMS_URL" help:"URL of the operator's terms of service, for the served documents. Empty: none."`
	SDKPackage    string `env:"SDK_PACKAGE" help:"File with the TypeScript SDK as npm packs it (make sdk). The service hands it out, npm installs it from there, and the pages show how to buy with it. Empty: they buy with the packages of x402."`

	PayTo          string        `env:"PAY_TO_ADDRESS" help:"Address (0x...) that payments on EVM networks go to, unless PAY_TO_ADDRESS_<NETWORK> names another. Required by farebox serve for each EVM network."`
	Networks       string        `env:"PAYMENT_NETWORKS" envDefault:"eip155:8453" help:"Networks on which payments are accepted, separated by commas, preferred first. The name or CAIP-2 id of a built-in one (docs/payments/networks.md: base, polygon, arbitrum, solana and others, each with USDC), or a whole line for another EVM network: CAIP-2|v1 name or empty|token address|EIP-712 name|EIP-712 version|decimals, with |permit2 at the end for a token without EIP-3009."`
	FacilitatorURL string        `env:"FACILITATOR_URL" help:"Who verifies and settles: URLs of x402 facilitators in order (comma list), cdp for Coinbase's, or self for settling with SETTLEMENT_KEY. Required by farebox serve."`
	Bearer         string        `env:"FACILITATOR_BEARER" secret:"true" help:"Bearer token sent to a facilitator URL."`
	FacilitatorFee string        `env:"FACILITATOR_FEE_USD" help:"Fee in dollars of the facilitator of FACILITATOR_URL for one settlement, for the costs on the dashboard. Empty: nothing."`
	GasCoin        string        `env:"GAS_COIN_USD" help:"Dollars for the coin that pays for settlements (ether on Base), for the costs on the dashboard with FACILITATOR_URL=self. A price alone, such as 3100, is that of the first network's coin; others by symbol, such as ETH=3100,SOL=150. Empty: farebox serve asks price feeds once an hour."`
	CDPKeyID       string        `env:"CDP_API_KEY_ID" help:"Key id for FACILITATOR_URL=cdp."`
	CDPKeySecret   string        `env:"CDP_API_KEY_SECRET" secret:"true" help:"Key secret for FACILITATOR_URL=cdp: base64 Ed25519 or PEM P-256."`
	SettlementKey  string        `env:"SETTLEMENT_KEY" secret:"true" help:"Private key (hex) whose ETH, or other coin of the network, pays the gas on EVM networks for FACILITATOR_URL=self."`
	SolanaKey      string        `env:"SOLANA_SETTLEMENT_KEY" secret:"true" help:"Private key whose SOL pays the fees on Solana networks for FACILITATOR_URL=self: 64 bytes in base58, or as the list of numbers that Solana's tools write. Replicas of one database can share it; every other service needs its own."`
	Factories      string        `env:"WALLET_FACTORIES" help:"For FACILITATOR_URL=self: addresses, separated by commas, of the contracts that may deploy a payer's contract wallet with its first payment (ERC-6492), at the cost of SETTLEMENT_KEY. Payers write their calls: list only contracts that do nothing but deploy wallets, for anyone. Empty: those of Coinbase Smart Wallet, 0xBA5ED110eFDBa3D005bfC882d75358ACBbB85842 and 0x0BA5ED0c6AA8c49038F819E587E2633c4A9F428a; none: such payments are refused."`
	ServeAPI       bool          `env:"FACILITATOR_API" envDefault:"false" help:"Also serve /facilitator/verify, /settle and /supported, so that other services can settle through this one. They are not authenticated: put them behind a private network."`
	PaymentAuth    bool          `env:"MPP" envDefault:"false" help:"Also accept payments by the Payment scheme of HTTP authentication (MPP, intent charge, methods evm and solana): each quote also carries WWW-Authenticate: Payment. On in farebox dev."`
	VerifyTimeout  time.Duration `env:"VERIFY_TIMEOUT" envDefault:"10s" min:"100ms" max:"2m" help:"Time limit of one verification."`
	SettleTimeout  time.Duration `env:"SETTLE_TIMEOUT" envDefault:"60s" min:"100ms" max:"10m" help:"Time limit of one settlement. An outcome unknown by then is answered settlement_pending and reconciled with the chain."`
	LedgerTimeout  time.Duration `env:"LEDGER_TIMEOUT" envDefault:"10s" min:"100ms" max:"2m" help:"Time limit of one database step of a payment or a channel."`
	PayersDeny     string        `env:"PAYERS_DENY" help:"Payers who are refused, separated by commas: addresses (0x, or base58 on Solana), and files with one per line. They get payer_not_served before any work, free of charge."`
	PayersScreen   bool          `env:"PAYERS_SCREEN" envDefault:"false" help:"Sell nothing to addresses that the sanctions lists of the service name. While OFAC's list is not loaded, or is out of date, nothing is sold at all."`
	PayerInFlight  int           `env:"PAYER_MAX_IN_FLIGHT" envDefault:"256" min:"1" max:"10000" help:"Concurrent paid requests of one payer."`
	KeepAnswers    time.Duration `env:"KEEP_ANSWERS" envDefault:"24h" min:"0s" max:"8760h" help:"How long the same payment or Idempotency-Key gets a paid answer again."`
	ReconcileEvery time.Duration `env:"RECONCILE_EVERY" envDefault:"15s" min:"100ms" max:"1h" help:"How often open settlements are compared with the chain."`

	BatchKey    string        `env:"BATCH_SETTLEMENT_KEY" secret:"true" help:"Private key (hex) that signs claims and refunds of payment channels (receiverAuthorizer of x402's scheme batch-settlement); it needs no ETH. When set, each quote offers that scheme after exact: a buyer deposits once and signs a voucher for each call, and nothing is written to the chain for it. Needs FACILITATOR_URL=self. A channel is bound to the key permanently: see docs/operations/data.md before replacing it. Empty: channels are not offered."`
	BatchDelay  time.Duration `env:"BATCH_WITHDRAW_DELAY" envDefault:"24h" min:"15m" max:"720h" help:"How long a buyer's withdrawal from its channel takes. What the channel has earned must be claimed within it, so a longer one outlasts longer outages of this service or of the chain. 15m to 720h; a change makes new channels."`
	BatchLeast  string        `env:"BATCH_MIN_DEPOSIT_USD" envDefault:"0.10" help:"Smallest deposit into a channel, in dollars. Each deposit and its claim cost this service gas. Quotes state it, and a smaller deposit is refused. 0: any."`
	BatchAt     string        `env:"BATCH_CLAIM_USD" envDefault:"1" help:"Earnings of a channel, in dollars, from which they are claimed on the chain."`
	BatchAfter  time.Duration `env:"BATCH_CLAIM_AFTER" envDefault:"24h" min:"1s" max:"720h" help:"How long a channel's earnings stay unclaimed at most, however small they are."`
	BatchEarned string        `env:"BATCH_REFUND_EARNED_USD" envDefault:"0.01" help:"Dollars that a channel must have earned for each of its refunds. A refund costs this service gas; the payer of a channel that has earned less withdraws on its own."`
	BatchAdopt  bool          `env:"BATCH_ADOPT" help:"Adopt payment channels that hold money and that the database does not know, as after its loss or the restore of an old backup. What the chain says was claimed counts as charged. Never while another service has the same BATCH_SETTLEMENT_KEY and a separate database: both would sell for the same vouchers."`
	BatchSent   int           `env:"BATCH_PAYER_TRANSACTIONS" envDefault:"12" min:"1" max:"10000" help:"How many deposits and refunds of one payer this service pays gas for in an hour (counted per process)."`

	FinalDepth string `env:"FINAL_DEPTH" help:"Blocks after a settlement until it is final. Until then it is checked again, in case of a reorganisation. A number for all networks, or a comma list such as eip155:8453=300. 0: never checked again. Empty: 20 minutes of blocks on rollups (6000 on Base), 128 elsewhere."`

	ServerSecret   string        `env:"SERVER_SECRET" secret:"true" help:"At least 32 random bytes in hex or base64 (openssl rand -hex 32). Keys derived from it keep requests and paid answers unreadable in the database and in the shared cache. Replicas must share it. Empty: one is made at the first start and kept in DATA_DIR."`
	DatabaseURL    string        `env:"DATABASE_URL" envDefault:"sqlite:farebox.sqlite" secret:"true" help:"postgres:// URL, or sqlite: and a file. Replicas must share one Postgres."`
	CacheURL       string        `env:"CACHE_URL" secret:"true" help:"redis:// or rediss:// URL of a Redis or Valkey that replicas share: cached answers and rate limits of data providers. While it is down each replica works alone. Empty: each works alone."`
	DataDir        string        `env:"DATA_DIR" envDefault:"data" help:"Directory for downloaded lists, and for the server secret when SERVER_SECRET is empty."`
	DatasetsURL    string        `env:"DATASETS_URL" help:"Object store with Amazon's S3 API in which replicas keep downloaded lists, as s3://bucket or s3://bucket/prefix: one of them downloads a list and puts it there, the others take it from there. Replicas must share SERVER_SECRET, which authenticates what they wrote. While it is down each keeps using what it has. Empty: each downloads its own copy, one after the other."`
	S3Endpoint     string        `env:"AWS_ENDPOINT_URL_S3" help:"Origin of the object store of DATASETS_URL if it is not Amazon's, such as https://ACCOUNT.r2.cloudflarestorage.com, https://storage.googleapis.com or http://minio:9000."`
	S3Region       string        `env:"AWS_REGION" help:"Region of the bucket of DATASETS_URL. Amazon's needs it; others may do without."`
	S3KeyID        string        `env:"AWS_ACCESS_KEY_ID" secret:"true" help:"Key id for the object store of DATASETS_URL. It must be allowed to read, write, list and delete below the prefix. Empty, with Amazon: the credentials that AWS provides to the machine or pod."`
	S3KeySecret    string        `env:"AWS_SECRET_ACCESS_KEY" secret:"true" help:"Secret key that goes with it."`
	S3Session      string        `env:"AWS_SESSION_TOKEN" secret:"true" help:"Session token that goes with it, for temporary credentials."`
	DNSResolvers   string        `env:"DNS_RESOLVERS" help:"Recursive DNS resolvers for questions about domains, preferred first: IP addresses with or without a port, separated by commas. Empty: those of /etc/resolv.conf."`
	RateScale      float64       `env:"UPSTREAM_RATE_SCALE" envDefault:"1" min:"0.001" max:"1" help:"Share of each data provider's limits that this process may use, or with CACHE_URL all replicas together. Without it, 0.5 for each of two replicas behind one address."`
	CheckEvery     time.Duration `env:"PROVIDER_CHECKS" envDefault:"6h" min:"0s" max:"168h" help:"How often farebox serve tries each data provider in the background, as farebox check does; one of the replicas does it. A provider that fails callers is tried again within minutes, and a route without any usable main source is closed until one is well: 503 instead of a quote. 0: never, and no route is closed. Off in farebox dev."`
	EventRetention time.Duration `env:"EVENT_RETENTION" envDefault:"2160h" min:"0s" max:"87600h" help:"How long usage events and slow requests are kept. Totals are kept for ever. 0 keeps all."`
	QuoteEvents    string        `env:"QUOTE_EVENTS" envDefault:"sampled" help:"Which quotes (requests without payment) /usage/events lists: all, sampled (at most one per route and second) or none. The totals count every one."`
	SlowThreshold  time.Duration `env:"SLOW_THRESHOLD" envDefault:"3s" min:"0s" max:"1h" help:"Requests that take longer go to the slow log."`

	Overlay          string `env:"OVERLAY" help:"Files in the OpenAPI Overlay format (1.0 or 1.1), separated by commas, that change what is sold: prices, titles, descriptions, routes and families that are left out. Inputs and answers cannot be changed. docs/operations/assortment.md has examples."`
	RoutesOff        string `env:"ROUTES_OFF" help:"Paths and families that are not sold, separated by commas, such as fec,/realestate/rents."`
	PriceFactor      string `env:"PRICE_FACTOR" envDefault:"1" help:"Factor for all prices, applied after OVERLAY. A price is rounded to a millionth of a dollar, half up, and is at least that."`
	SellUnconfigured bool   `env:"SELL_UNCONFIGURED" envDefault:"false" help:"Also offer routes that cannot answer because none of the data sources they need is set up: their calls answer not_configured, free of charge. Otherwise they are not sold; farebox routes lists them with the settings that they need."`

	Sell       string        `env:"SELL" help:"APIs of other services that are sold too, separated by commas, each an OpenAPI 3 document and where its service is, such as shop.yaml=https://backend.internal. Operations with a price (x-payment-info, or by OVERLAY) are sold as the family shop. SELL_HEADERS_SHOP has the headers added to each call, one per line, such as Authorization: Bearer abc; SELL_CA_SHOP, SELL_CERT_SHOP and SELL_CERT_KEY_SHOP are PEM files: the trusted certificates, and the client certificate with its key. See docs/operations/selling.md."`
	SellKey    string        `env:"SELL_SIGNING_KEY" secret:"true" help:"At least 16 characters with which services of SELL check that a call came from here, and who pays for it (X-Farebox-Signature). Empty: calls are not signed."`
	SellAnswer int64         `env:"SELL_MAX_ANSWER_MIB" envDefault:"8" min:"1" max:"256" help:"Longest answer of a service of SELL that is buffered until it is paid for, in MiB. A longer one is streamed."`
	SellStream time.Duration `env:"SELL_STREAM_TIMEOUT" envDefault:"10m" min:"0s" max:"6h" help:"How long a stream of a service of SELL, or an answer over SELL_MAX_ANSWER_MIB, may take. It is settled before its first byte, and the same payment can request it again if it breaks off: docs/operations/selling.md. 0: such answers are refused, free of charge."`
	Builtin    bool          `env:"BUILTIN" envDefault:"true" help:"Sell the built-in routes. false: only those of SELL."`

	MCPHosts          string `env:"MCP_HOSTS" help:"Additional host names under which MCP clients reach /mcp, separated by commas. Hosts other than these, loopback and the host of PUBLIC_BASE_URL are refused, so that no web page can reach a service on its reader's machine."`
	MCPListsPerMinute int    `env:"MCP_LISTS_PER_MINUTE" envDefault:"60" min:"0" max:"100000" help:"Tool lists that one IP address gets per minute. 0: any number."`

	AdminToken     string        `env:"ADMIN_TOKEN" secret:"true" help:"Signs the operator in to the dashboard at /admin. When set, /usage, /usage/events, /slowlog and /usage/rejected/clear need it as a bearer token. Without it the first three are public, with payers shortened and without transactions, and farebox serve refuses the last unless the service only listens locally."`
	Index402Verify string        `env:"INDEX402_VERIFY" help:"Text served at /.well-known/402index-verify.txt (the verification hash of 402 Index)."`
	AttestorKey    string        `env:"ATTESTOR_KEY" secret:"true" help:"Private key (hex) that signs attestations of /notarize, and a receipt for each settled answer (x402 extension offer-receipt). Its address is published at /.well-known/did.json."`
	SignedOffers   bool          `env:"SIGNED_OFFERS" envDefault:"false" help:"Also sign the terms of each quote with ATTESTOR_KEY, once an hour. A quote then describes the route's inputs and answer in fewer words."`
	OwnAddresses   string        `env:"OWN_ADDRESSES" help:"Public IP addresses of this service, separated by commas, in addition to those of PUBLIC_BASE_URL: callers' URLs that lead to them are refused."`
	BrowserPath    string        `env:"BROWSER_PATH" help:"Browser program that renders pages (render=true). Empty: the first Chromium or Chrome in PATH; without any, pages are read without running scripts."`
	BrowserURL     string        `env:"BROWSER_URL" secret:"true" help:"DevTools address (ws, wss, http or https) of a browser to use instead of starting one."`
	RenderListen   string        `env:"RENDER_PROXY_LISTEN" help:"Where the proxy that guards the browser listens. Empty: 127.0.0.1 and any port."`
	RenderProxyURL string        `env:"RENDER_PROXY_URL" help:"Address at which a browser on another machine reaches that proxy, such as http://farebox:3129."`
	RenderPool     int           `env:"RENDER_POOL" envDefault:"2" min:"1" max:"64" help:"Pages rendered at once; plan 300 MiB of memory and 150 MiB for each."`
	WorkMemory     int64         `env:"WORK_MEMORY_MIB" envDefault:"256" min:"64" max:"1048576" help:"Memory in MiB that all running requests may use for pages, bodies, computations and answers. A request that does not fit waits, and is then answered busy. The process uses about twice as much, plus its lists; at least 64."`
	RequestBudget  time.Duration `env:"REQUEST_BUDGET" envDefault:"60s" min:"1s" max:"90s" help:"Time limit of the work of one request; at most 90s, so that a payment is still valid when it is settled. If paid on Solana, also limited by the transaction's lifetime: docs/payments/networks.md."`
	DrainDelay     time.Duration `env:"DRAIN_DELAY" envDefault:"0s" min:"0s" max:"5m" help:"How long a stopping process keeps serving while /health?ready=1 says that it is not ready, so that balancers stop sending requests. A little longer than two of their checks; 0 if requests stop earlier, as on Kubernetes."`
	DrainTimeout   time.Duration `env:"DRAIN_TIMEOUT" envDefault:"75s" min:"0s" max:"1h" help:"How long a stopping process waits for paid requests to be settled."`

	TraceEndpoint string  `env:"OTEL_EXPORTER_OTLP_ENDPOINT" secret:"true" help:"Base URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as http://127.0.0.1:4318: requests are traced to it, by route, step, provider and outcome, never with inputs or payers. Empty: nothing is traced."`
	TraceHeaders  string  `env:"OTEL_EXPORTER_OTLP_HEADERS" secret:"true" help:"Headers for it, such as authorization=Bearer%20abc: name=value, separated by commas, the values percent-encoded."`
	TraceRatio    float64 `env:"OTEL_TRACES_SAMPLER_ARG" envDefault:"1" min:"0" max:"1" help:"Share of the requests that is traced."`

	LogLevel  string `env:"LOG_LEVEL" envDefault:"info" help:"debug, info, warn or error."`
	LogFormat string `env:"LOG_FORMAT" envDefault:"json" help:"json or text."`

	// Getenv reads the variables that have no fixed name: RPC_URL_<NETWORK> and its kin, UPSTREAM_<NAME>_URL and the keys of
	// data providers.
	Getenv func(string) string `env:"-"`

	names []string // of the variables that are set
	live  bool     // farebox serve, not farebox dev
	files *secretFiles
	// look is the time between two looks for a settlement that was sent, rpcTime bounds a call to an endpoint of a
	// payment network. 0 is what the chains need.
	look, rpcTime time.Duration
}

// ConfigFrom reads the settings from an environment, given as a map, and checks each separately. A variable that is
// empty is not set. A secret NAME that is not set is the content of the file that NAME_FILE names. The error is a
// [WrongSettings] with every wrong one.
func ConfigFrom(environment map[string]string) (Config, error) {
	c := Config{files: newSecretFiles(environment)}
	environment = c.files.resolved()
	unread, err := readSettings(&c, environment)
	if err != nil {
		return c, err
	}
	c.Getenv = c.files.get
	for name, value := range environment {
		if value != "" {
			c.names = append(c.names, name)
		}
	}
	slices.Sort(c.names)
	c.PublicBaseURL = strings.TrimRight(c.PublicBaseURL, "/")

	wrong := slices.Concat(c.files.wrong(), unread.all(), c.outOfBounds(unread), c.wrongTexts(),
		c.wrongTogether(), c.wrongAddresses())
	if len(wrong) > 0 {
		return c, wrong
	}
	return c, nil
}

// walletFactories are the contracts of WALLET_FACTORIES; nil stands for the usual ones.
func walletFactories(setting string) ([]common.Address, error) {
	list := splitList(setting)
	if len(list) == 0 {
		return nil, nil
	}
	if len(list) == 1 && list[0] == "none" {
		return []common.Address{}, nil
	}

	var factories []common.Address
	for _, text := range list {
		if err := checkAddress(text); err != nil {
			return nil, err
		}
		factories = append(factories, common.HexToAddress(text))
	}
	return factories, nil
}

// checkAddress wants 0x and 40 hex digits that are not all zero. Mixed case is a checksum (EIP-55), which has to
// be right: what is paid to a mistyped address is lost.
func checkAddress(text string) error {
	switch {
	case len(text) >= 64: // not quoted: it may be a private key that was put in the wrong place
		return errors.New("must be a 0x address of 40 hex digits, not something so long")
	case !strings.HasPrefix(text, "0x") || !common.IsHexAddress(text):
		return fmt.Errorf("must be a 0x address of 40 hex digits, not %q", text)
	case common.HexToAddress(text) == (common.Address{}):
		return errors.New("must not be the zero address, whose key nobody has")
	case evm.Mistyped(text):
		return fmt.Errorf("%s has a wrong checksum: a character was mistyped", text)
	}
	return nil
}

// solanaAddress wants the address of a wallet on Solana, in base58. It has no checksum: a mistyped one is still one.
func solanaAddress(text string) error {
	if _, err := svm.ParseAddress(text); err != nil {
		return errors.New("must be the address of a wallet on Solana: 32 bytes in base58, which are 32 to 44 letters")
	}
	return nil
}

// Live checks what farebox serve needs beyond what farebox dev fills in; the error is a [WrongSettings].
func (c *Config) Live() error {
	c.live = true
	var wrong WrongSettings
	wrong = append(wrong, c.unpaid()...)
	if c.FacilitatorURL == "" {
		wrong = append(wrong, "FACILITATOR_URL is not set: payments could not be settled; give a URL, cdp or self")
	}
	if !slices.Contains(c.names, "PUBLIC_BASE_URL") {
		wrong = append(wrong, "PUBLIC_BASE_URL is not set: quotes would send buyers to their own machine; "+
			"give the origin that they reach the service under, such as https://api.example.com")
	}
	if len(wrong) > 0 {
		return wrong
	}
	return nil
}

// unpaid are the networks on which nobody would be paid.
func (c *Config) unpaid() (wrong WrongSettings) {
	networks, err := c.PaymentNetworks()
	if err != nil {
		return nil // ConfigFrom tells
	}

	evm := false
	for _, n := range networks {
		switch {
		case n.PayTo != "":
		case n.Kind == x402.SVM:
			wrong = append(wrong, payToSetting+n.Setting()+" is not set: nobody would be paid on "+n.Name+
				"; give the address of the wallet that payments go to, not of its token account")
		case !evm:
			evm = true
			wrong = append(wrong,
				"PAY_TO_ADDRESS is not set: nobody would be paid; give the 0x address that payments go to")
		}
	}
	return wrong
}

// facilitatorTime bounds one settlement inside the facilitator: nine tenths of what the gate waits for it. The
// facilitator's bound has to come first, because it then says what it knows, such as the transaction that may still
// come. The gate's own bound is for a facilitator that says nothing at all.
func (c *Config) facilitatorTime() time.Duration { return c.SettleTimeout * 9 / 10 }

// PaymentNetworks are the networks of PAYMENT_NETWORKS, with the endpoints of PAYMENT_RPC_URL_<NETWORK>, else those of
// RPC_URL_<NETWORK>, instead of the keyless ones, and with who is paid on each.
func (c *Config) PaymentNetworks() ([]x402.Network, error) {
	var networks []x402.Network
	for _, entry := range strings.FieldsFunc(c.Networks, func(r rune) bool { return r == ',' || r == '\n' }) {
		n, err := parseNetwork(strings.TrimSpace(entry))
		if err != nil {
			return nil, fmt.Errorf("PAYMENT_NETWORKS: %w", err)
		}
		for _, other := range networks {
			if other.CAIP2 == n.CAIP2 {
				return nil, fmt.Errorf("PAYMENT_NETWORKS: %s is there twice", n.CAIP2)
			}
			if n.V1Name != "" && other.V1Name == n.V1Name {
				return nil, fmt.Errorf("PAYMENT_NETWORKS: the version 1 name %s is there twice", n.V1Name)
			}
		}
		if n.PayTo, err = c.payTo(n); err != nil {
			return nil, err
		}
		for _, name := range []string{"RPC_URL_", "PAYMENT_RPC_URL_"} {
			if own := splitList(c.lookupOr(name + n.Setting())); len(own) > 0 {
				n.RPCURLs = own
			}
		}
		networks = append(networks, n)
	}

	if len(networks) == 0 {
		return nil, errors.New("PAYMENT_NETWORKS is empty")
	}
	if err := setDepths(networks, c.FinalDepth); err != nil {
		return nil, fmt.Errorf("FINAL_DEPTH: %w", err)
	}
	return networks, nil
}

// payToSetting is what the settings begin with that say who is paid on one network.
const payToSetting = "PAY_TO_ADDRESS_"

// payTo is who is paid on a network, as quotes write it; "" when nobody is named.
func (c *Config) payTo(n x402.Network) (string, error) {
	name := payToSetting + n.Setting()
	own := c.lookupOr(name)
	if n.Kind == x402.SVM {
		if own == "" {
			return "", nil
		}
		if err := solanaAddress(own); err != nil {
			return "", fmt.Errorf("%s %w", name, err)
		}
		return own, nil
	}

	if own == "" {
		name = "PAY_TO_ADDRESS" // which has a rule of its own
		own = c.PayTo
	} else if err := checkAddress(own); err != nil {
		return "", fmt.Errorf("%s %w", name, err)
	}
	if own == "" {
		return "", nil
	}
	payee := common.HexToAddress(own)
	if spendsNothing(payee, n) {
		return "", fmt.Errorf("%s is the address of a token or of another well-known contract on %s, "+
			"from which nobody can pay you: give that of a wallet", name, n.Name)
	}
	return payee.Hex(), nil
}

// spendsNothing says that what is paid to an address on a network is lost.
func spendsNothing(payee common.Address, n x402.Network) bool {
	return payee == n.Asset || payee == known.Dead ||
		slices.ContainsFunc(known.Contracts(), func(k known.Contract) bool {
			return k.Address == payee && k.On(n.Name)
		})
}

// lookupOr is the value of a variable without a fixed name; "" where there is no environment.
func (c *Config) lookupOr(name string) string {
	if c.Getenv == nil {
		return ""
	}
	return c.Getenv(name)
}

// setDepths applies FINAL_DEPTH.
func setDepths(networks []x402.Network, list string) error {
	for _, entry := range splitList(list) {
		id, text, named := strings.Cut(entry, "=")
		if !named {
			text = entry
		}
		depth, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return fmt.Errorf("%q must be a number of blocks, or a network with one: eip155:8453=300", entry)
		}

		found := !named
		for i := range networks {
			if !named || networks[i].CAIP2 == id {
				networks[i].FinalDepth = depth
				found = true
			}
		}
		if !found {
			return fmt.Errorf("%s is not among PAYMENT_NETWORKS", id)
		}
	}
	return nil
}

// v1Networks are the EVM networks that the version 1 clients of npm (x402 1.2.0) know by name.
var v1Networks = []string{
	"abstract", "abstract-testnet", "base-sepolia", "base", "avalanche-fuji", "avalanche", "iotex", "sei", "sei-testnet",
	"polygon", "polygon-amoy", "peaq", "story", "educhain", "skale-base-sepolia",
}

// parseNetwork reads a CAIP-2 id of a built-in network, or a whole line.
func parseNetwork(entry string) (x402.Network, error) {
	parts := strings.Split(entry, "|")
	if len(parts) == 1 {
		for _, n := range x402.Builtin() {
			if n.CAIP2 == entry || n.Name == entry {
				return n, nil
			}
		}
		return x402.Network{}, fmt.Errorf("%q is not built in; for an EVM network give a line "+
			"CAIP-2|v1 name|token|EIP-712 name|EIP-712 version|decimals", entry)
	}

	byPermit := len(parts) == 7 && parts[6] == x402.MethodPermit2
	if len(parts) != 6 && !byPermit {
		return x402.Network{}, fmt.Errorf("%q must have 6 parts separated by |, or %s as a seventh; it has %d",
			entry, x402.MethodPermit2, len(parts))
	}
	if byPermit && parts[1] != "" {
		return x402.Network{}, fmt.Errorf("version 1 has no Permit2: leave the place of the name %q empty", parts[1])
	}
	reference, isEVM := strings.CutPrefix(parts[0], "eip155:")
	id, err := strconv.ParseUint(reference, 10, 64)
	if !isEVM || err != nil {
		return x402.Network{}, fmt.Errorf("%q must be eip155: and a chain id", parts[0])
	}
	if err := checkAddress(parts[2]); err != nil {
		return x402.Network{}, fmt.Errorf("the token %w", err)
	}

	if parts[1] != "" && !slices.Contains(v1Networks, parts[1]) {
		return x402.Network{}, fmt.Errorf("version 1 clients do not know a network %q and would refuse the whole quote; leave its place empty", parts[1])
	}
	decimals, err := strconv.ParseInt(parts[5], 10, 32)
	if err != nil || decimals < 0 || decimals > 30 {
		return x402.Network{}, fmt.Errorf("%q is not a number of decimals", parts[5])
	}
	if !byPermit && (parts[3] == "" || parts[4] == "") {
		return x402.Network{}, fmt.Errorf("%s needs the token's EIP-712 name and version", parts[0])
	}

	return x402.Network{
		Kind:         x402.EVM,
		CAIP2:        parts[0],
		Name:         cmp.Or(parts[1], parts[0]),
		V1Name:       parts[1],
		ChainID:      id,
		Asset:        common.HexToAddress(parts[2]),
		Permit2:      byPermit,
		Symbol:       symbolOf(byPermit, parts[3]),
		AssetName:    parts[3],
		AssetVersion: parts[4],
		Decimals:     int32(decimals),
		FinalDepth:   x402.DefaultDepth,
	}, nil
}

// symbolOf is what people call the token of a network that is not built in: one with EIP-3009 is taken for USDC.
func symbolOf(byPermit bool, name string) string {
	if byPermit {
		return cmp.Or(name, "token")
	}
	return "USDC"
}

// PrivateKey reads a secp256k1 key in hex, with or without 0x. The error never holds the text.
func PrivateKey(text string) (*ecdsa.PrivateKey, error) {
	key, err := crypto.HexToECDSA(strings.TrimPrefix(strings.TrimSpace(text), "0x"))
	if err != nil {
		return nil, errors.New("must be a private key of 64 hex digits")
	}
	return key, nil
}

func splitList(text string) []string {
	var out []string
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
