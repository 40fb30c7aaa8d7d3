package server

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/objects/s3"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator/remote"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/traces"
)

// WrongSettings are sentences that each name a variable and what its value must be. They quote no secret.
type WrongSettings []string

// Error lists them, one a line.
func (w WrongSettings) Error() string {
	if len(w) == 1 {
		return w[0]
	}
	return fmt.Sprintf("%d settings are wrong:\n  %s", len(w), strings.Join(w, "\n  "))
}

// Together joins all wrong settings in errs into one list, nil if there are none. Other errors come first, unchanged.
func Together(errs ...error) error {
	var wrong WrongSettings
	var others []error
	for _, err := range errs {
		var some WrongSettings
		switch {
		case errors.As(err, &some):
			wrong = append(wrong, some...)
		case err != nil:
			others = append(others, err)
		}
	}
	if len(wrong) > 0 {
		others = append(others, wrong)
	}
	return errors.Join(others...)
}

// bound is the least and the greatest value of a number or a time, as one would set it; "" for a setting of another
// kind.
type bound struct{ min, max string }

func boundOf(f reflect.StructField) bound { return bound{f.Tag.Get("min"), f.Tag.Get("max")} }

// unreadable are the settings whose value is not the number, time or truth value that their field in Config needs.
type unreadable map[string]string

// all are the sentences about them, in the order of Config.
func (u unreadable) all() WrongSettings {
	var wrong WrongSettings
	for f := range fields() {
		if why, bad := u[f.Name]; bad {
			wrong = append(wrong, why)
		}
	}
	return wrong
}

// fields are the settings with fixed names.
func fields() func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		t := reflect.TypeFor[Config]()
		for i := range t.NumField() {
			f := t.Field(i)
			if name := f.Tag.Get("env"); name != "" && name != "-" && !yield(f) {
				return
			}
		}
	}
}

// readSettings fills c from the environment. What cannot be read keeps its zero value.
func readSettings(c *Config, environment map[string]string) (unreadable, error) {
	err := env.ParseWithOptions(c, env.Options{Environment: environment})
	if err == nil {
		return nil, nil
	}
	var failures env.AggregateError
	if !errors.As(err, &failures) {
		return nil, err
	}

	bad := unreadable{}
	for _, failure := range failures.Errors {
		var parsing env.ParseError
		if !errors.As(failure, &parsing) {
			return nil, failure
		}
		f, _ := reflect.TypeFor[Config]().FieldByName(parsing.Name)
		name := f.Tag.Get("env")
		bad[f.Name] = fmt.Sprintf("%s must be %s, not %q", name, numberRule(f), environment[name])
	}
	return bad, nil
}

// numberRule says what the value of a setting that is not a text must be, with an example.
func numberRule(f reflect.StructField) string {
	b := boundOf(f)
	example := f.Tag.Get("envDefault")
	switch {
	case f.Type == reflect.TypeFor[time.Duration]():
		return fmt.Sprintf("a time with its unit from %s to %s, such as %s", b.min, b.max, example)
	case f.Type.Kind() == reflect.Bool:
		return "true or false"
	case f.Type.Kind() == reflect.Float64:
		return fmt.Sprintf("a number from %s to %s, such as %s", b.min, b.max, example)
	}
	return fmt.Sprintf("a whole number from %s to %s, such as %s", b.min, b.max, example)
}

// outOfBounds are the numbers and times that are not within their bounds.
func (c *Config) outOfBounds(unread unreadable) WrongSettings {
	var wrong WrongSettings
	values := reflect.ValueOf(*c)
	for f := range fields() {
		name := f.Tag.Get("env")
		b := boundOf(f)
		if _, bad := unread[f.Name]; bad || b.min == "" || b.has(f.Type, values.FieldByIndex(f.Index)) {
			continue
		}
		wrong = append(wrong, fmt.Sprintf("%s must be %s, not %q", name, numberRule(f), c.Getenv(name)))
	}
	return wrong
}

// has says whether a value of type t is within the bounds, whose form a test checks.
func (b bound) has(t reflect.Type, value reflect.Value) bool {
	n := value.Convert(reflect.TypeFor[float64]()).Float()
	return n >= number(t, b.min) && n <= number(t, b.max)
}

// number reads a bound. Times are in nanoseconds. What cannot be read is no bound that any number keeps.
func number(t reflect.Type, text string) float64 {
	if t == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		if err != nil {
			return math.NaN()
		}
		return float64(d)
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

// textRules are what settings that are text must be, by name; an error reads on after the name. Values that are not set
// are not asked about. None of the errors quotes a secret or a URL, which may hold one.
var textRules = map[string]func(string) error{
	"LISTEN_ADDR":         listenAddress,
	"METRICS_ADDR":        listenAddress,
	"RENDER_PROXY_LISTEN": listenAddress,
	"PUBLIC_BASE_URL":     origin,
	"SERVICE_NAME":        serviceName,
	"CONTACT":             printable,
	"TERMS_URL":           urlOf("http", "https"),
	"OVERLAY":             fileNames,
	"ROUTES_OFF":          routeNames,
	"PRICE_FACTOR":        priceFactor,
	"PAY_TO_ADDRESS":      checkAddress,
	"FACILITATOR_BEARER":  headerText,
	"FACILITATOR_FEE_USD": parses(cost.Parse),
	"PAYERS_DENY":         denyEntries,
	"GAS_COIN_USD":        parses(coinDollars),
	"CDP_API_KEY_ID":      headerText,
	"SETTLEMENT_KEY":      parses(PrivateKey),
	"ATTESTOR_KEY":        parses(PrivateKey),
	"ADMIN_TOKEN":         headerText,
	"SELL":                soldEntries,
	"SELL_SIGNING_KEY":    signingKey,
	"SERVER_SECRET":       parses(secret.Parse),
	"DATABASE_URL":        database,
	"CACHE_URL":           says("must be a Redis or Valkey URL such as redis://127.0.0.1:6379", upstream.NewRedisCache),
	"DNS_RESOLVERS":       resolvers,
	"OWN_ADDRESSES":       listOf("IP addresses separated by commas, such as 203.0.113.7", isAddress),
	"MCP_HOSTS":           listOf("host names separated by commas, such as farebox.internal", isHost),
	"INDEX402_VERIFY":     printable,
	"BROWSER_URL":         urlOf("ws", "wss", "http", "https"),
	"RENDER_PROXY_URL":    urlOf("http", "https"),
	"LOG_LEVEL":           logLevel,
	"LOG_FORMAT":          logFormat,
	"QUOTE_EVENTS":        parses(usage.ParseQuotes),
	"WALLET_FACTORIES":    parses(walletFactories),

	"SOLANA_SETTLEMENT_KEY": solanaKey,

	"OTEL_EXPORTER_OTLP_ENDPOINT": urlOf("http", "https"),
	"OTEL_EXPORTER_OTLP_HEADERS":  says("must be headers as name=value, separated by commas, such as x-key=abc", traces.Headers),

	"DATASETS_URL":          bucketURL,
	"AWS_ENDPOINT_URL_S3":   origin,
	"AWS_REGION":            hostLabel,
	"AWS_ACCESS_KEY_ID":     headerText,
	"AWS_SECRET_ACCESS_KEY": headerText,
	"AWS_SESSION_TOKEN":     headerText,

	"BATCH_SETTLEMENT_KEY":    parses(PrivateKey),
	"BATCH_MIN_DEPOSIT_USD":   dollars,
	"BATCH_CLAIM_USD":         dollars,
	"BATCH_REFUND_EARNED_USD": dollars,

	// These are checked where they meet others, or the machine.
	"PAYMENT_NETWORKS":   anyText,
	"FINAL_DEPTH":        anyText,
	"FACILITATOR_URL":    anyText,
	"CDP_API_KEY_SECRET": anyText,
	"DATA_DIR":           anyText,
	"SDK_PACKAGE":        anyText,
	"BROWSER_PATH":       anyText,
}

func (c *Config) wrongTexts() WrongSettings {
	var wrong WrongSettings
	values := reflect.ValueOf(*c)
	for f := range fields() {
		if f.Type.Kind() != reflect.String {
			continue
		}
		name := f.Tag.Get("env")
		value := values.FieldByIndex(f.Index).String()
		if rule := textRules[name]; rule != nil && value != "" {
			if err := rule(value); err != nil {
				wrong = append(wrong, name+" "+err.Error())
			}
		}
	}
	return wrong
}

// wrongTogether are settings that do not go with each other.
func (c *Config) wrongTogether() WrongSettings {
	var wrong WrongSettings
	if _, err := c.PaymentNetworks(); err != nil {
		wrong = append(wrong, err.Error())
	}
	if c.SignedOffers && c.AttestorKey == "" {
		wrong = append(wrong, "ATTESTOR_KEY is not set, which SIGNED_OFFERS needs: a private key of 64 hex digits")
	}
	if c.BatchKey != "" && c.FacilitatorURL != "" && c.FacilitatorURL != "self" {
		wrong = append(wrong, "BATCH_SETTLEMENT_KEY needs FACILITATOR_URL=self: "+
			"channels are claimed with SETTLEMENT_KEY")
	}

	wrong = append(wrong, c.wrongBucket()...)
	facilitators := splitList(c.FacilitatorURL)
	if len(facilitators) > 1 && slices.Contains(facilitators, "self") {
		wrong = append(wrong, "FACILITATOR_URL: self cannot be one of several")
	}

	for _, f := range facilitators {
		switch f {
		case "cdp":
			wrong = append(wrong, c.wrongCDP()...)
		case "self":
			wrong = append(wrong, c.missingKeys()...)
		default:
			if err := urlOf("http", "https")(f); err != nil {
				wrong = append(wrong, "FACILITATOR_URL must be http or https URLs, cdp or self, "+
					"such as https://facilitator.example.com")
			}
		}
	}
	return wrong
}

// missingKeys are those that FACILITATOR_URL=self lacks for the networks that payments are taken on.
func (c *Config) missingKeys() (wrong WrongSettings) {
	networks, err := c.PaymentNetworks()
	if err != nil {
		return nil // wrongTogether tells
	}
	if c.SettlementKey == "" && len(x402.OfKind(networks, x402.EVM)) > 0 {
		wrong = append(wrong, "SETTLEMENT_KEY is not set, which FACILITATOR_URL=self needs: "+
			"a private key of 64 hex digits whose ETH pays the gas")
	}
	if c.SolanaKey == "" && len(x402.OfKind(networks, x402.SVM)) > 0 {
		wrong = append(wrong, "SOLANA_SETTLEMENT_KEY is not set, which FACILITATOR_URL=self needs for Solana: "+
			"a private key in base58 whose SOL pays the fees")
	}
	return wrong
}

// wrongBucket is what DATASETS_URL lacks. Without it the other settings of S3 are those of other programs.
func (c *Config) wrongBucket() WrongSettings {
	switch {
	case c.DatasetsURL == "" || bucketURL(c.DatasetsURL) != nil: // which is reported separately
		return nil
	case c.S3Endpoint == "" && c.S3Region == "":
		return WrongSettings{"AWS_REGION is not set, which DATASETS_URL needs with Amazon's S3: " +
			"give the bucket's region, or the origin of another store in AWS_ENDPOINT_URL_S3"}
	case (c.S3KeyID == "") != (c.S3KeySecret == ""):
		return WrongSettings{"DATASETS_URL needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither"}
	case c.S3Endpoint != "" && c.S3KeyID == "":
		return WrongSettings{"DATASETS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, " +
			"which open the store of AWS_ENDPOINT_URL_S3"}
	}
	return nil
}

func (c *Config) wrongCDP() WrongSettings {
	if c.CDPKeyID == "" || c.CDPKeySecret == "" {
		return WrongSettings{"FACILITATOR_URL=cdp needs CDP_API_KEY_ID and CDP_API_KEY_SECRET"}
	}
	if _, err := remote.ParseCDPKey(c.CDPKeyID, c.CDPKeySecret); err != nil {
		return WrongSettings{"CDP_API_KEY_SECRET must be a base64 Ed25519 key or a PEM P-256 key"}
	}
	return nil
}

// wrongAddresses are the variables without fixed names that hold addresses.
func (c *Config) wrongAddresses() WrongSettings {
	var wrong WrongSettings
	for _, name := range c.names {
		value := c.Getenv(name)
		switch {
		case strings.HasPrefix(name, "RPC_PUBLIC_"):
			if value != "off" {
				wrong = append(wrong, name+" must be off, or not set")
			}
		case strings.HasPrefix(name, "RPC_URL_"), strings.HasPrefix(name, "PAYMENT_RPC_URL_"):
			for _, one := range splitList(value) {
				if urlOf("http", "https")(one) != nil {
					wrong = append(wrong, name+" must be http or https URLs, separated by commas, "+
						"such as https://rpc.example.com")
					break
				}
			}
		case strings.HasPrefix(name, "UPSTREAM_") && strings.HasSuffix(name, "_URL"):
			if value != "off" && urlOf("http", "https")(value) != nil {
				wrong = append(wrong, name+" must be off, or an http or https URL such as https://mirror.example.com")
			}
		}
	}

	return wrong
}

// parses is the rule of what a function reads.
func parses[T any](parse func(string) (T, error)) func(string) error {
	return func(value string) error {
		_, err := parse(value)
		return err
	}
}

// says is parses with words of its own.
func says[T any](rule string, parse func(string) (T, error)) func(string) error {
	return func(value string) error {
		if _, err := parse(value); err != nil {
			return errors.New(rule)
		}
		return nil
	}
}

// listOf is the rule of a list that quotes the first entry which is not what it must be.
func listOf(what string, is func(string) bool) func(string) error {
	return func(value string) error {
		for _, entry := range splitList(value) {
			if !is(entry) {
				return fmt.Errorf("must be %s; %q is not one", what, entry)
			}
		}
		return nil
	}
}

func isAddress(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil
}

func isHost(text string) bool {
	u, err := url.Parse("http://" + text)
	return err == nil && u.Host == text
}

func anyText(string) error { return nil }

func soldEntries(value string) error {
	for _, entry := range splitList(value) {
		if _, err := parseSold(entry); err != nil {
			return err
		}
	}
	return nil
}

func signingKey(value string) error {
	if len(value) < 16 {
		return errors.New("must have at least 16 characters (openssl rand -hex 32)")
	}
	return nil
}

func listenAddress(value string) error {
	host, port, err := net.SplitHostPort(value)
	n, parsing := strconv.ParseUint(port, 10, 16)
	if err != nil || parsing != nil || strings.ContainsAny(host, "/ ") || n == 0 && port != "0" {
		return fmt.Errorf("must be a port with or without a host, such as :8402 or 127.0.0.1:8402, not %q", value)
	}
	return nil
}

func origin(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("must be an origin such as https://api.example.com")
	}
	return nil
}

func serviceName(value string) error {
	if len(value) > 32 || printable(value) != nil {
		return errors.New("must have 1 to 32 printable ASCII characters, such as Farebox")
	}
	return nil
}

func printable(value string) error {
	if strings.ContainsFunc(value, func(r rune) bool { return r < 0x20 || r > 0x7e }) {
		return errors.New("must be printable ASCII on one line")
	}
	return nil
}

// headerText is what is sent in a header or an address.
func headerText(value string) error {
	if strings.ContainsFunc(value, func(r rune) bool { return r <= 0x20 || r > 0x7e }) {
		return errors.New("must be printable ASCII without blanks or line ends")
	}
	return nil
}

func solanaKey(value string) error {
	if _, err := svm.ParseKey(value); err != nil {
		return fmt.Errorf("must be a private key of Solana: %w", err)
	}
	return nil
}

func database(value string) error {
	scheme, _, _ := strings.Cut(value, ":")
	if !slices.Contains([]string{"sqlite", "postgres", "postgresql"}, scheme) {
		return errors.New("must begin with postgres:// or sqlite:, such as sqlite:farebox.sqlite")
	}
	return nil
}

func bucketURL(value string) error {
	_, _, err := s3.ParseURL(value)
	return err
}

// hostLabel is a part of a host name.
func hostLabel(value string) error {
	if !isHost(value) || strings.ContainsAny(value, ".:") {
		return errors.New("must be the name of a region such as eu-central-1")
	}
	return nil
}

func resolvers(value string) error {
	if _, err := dnslookup.New(dnslookup.Options{Servers: splitList(value)}); err != nil {
		return errors.New("must be IP addresses with or without a port, separated by commas, " +
			"such as 1.1.1.1,9.9.9.9:53")
	}
	return nil
}

// urlOf wants an absolute URL of one of the schemes. The error does not quote it, because it may hold a key.
func urlOf(schemes ...string) func(string) error {
	return func(value string) error {
		u, err := url.Parse(value)
		if err != nil || !slices.Contains(schemes, u.Scheme) || u.Host == "" {
			return fmt.Errorf("must be an absolute URL that begins with %s://", strings.Join(schemes, "://, "))
		}
		return nil
	}
}

func logLevel(value string) error {
	var level slog.Level
	if level.UnmarshalText([]byte(value)) != nil {
		return fmt.Errorf("must be debug, info, warn or error, not %q", value)
	}
	return nil
}

func logFormat(value string) error {
	if value != "json" && value != "text" {
		return fmt.Errorf("must be json or text, not %q", value)
	}
	return nil
}

// fileNames are names of files, separated by commas. That they can be read is seen when they are.
func fileNames(list string) error {
	if len(splitList(list)) == 0 || strings.ContainsRune(list, 0) {
		return errors.New("must be names of files, separated by commas")
	}
	return nil
}

var routeName = regexp.MustCompile(`^/?[a-z0-9][a-z0-9_/-]*$`)

// routeNames are paths and families, separated by commas. That there are such is seen when the spec is changed.
func routeNames(list string) error {
	for _, entry := range splitList(list) {
		if !routeName.MatchString(entry) {
			return errors.New("must be paths and families, separated by commas, such as fec,/realestate/rents")
		}
	}
	return nil
}

func priceFactor(text string) error {
	factor, err := decimal.NewFromString(text)
	if err != nil || !factor.IsPositive() || factor.GreaterThan(mostFactor) {
		return fmt.Errorf("must be a number above 0 and at most %s", mostFactor)
	}
	return nil
}
