package server

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/payment/x402"
)

// Surroundings checks what the settings refer to on this machine, and creates DATA_DIR; the error is a [WrongSettings].
func (c *Config) Surroundings() error {
	var wrong WrongSettings
	if err := writable(c.DataDir); err != nil {
		wrong = append(wrong, fmt.Sprintf("DATA_DIR must be a directory that the service may write to, "+
			"for the lists that it downloads: %v", err))
	}
	if c.BrowserPath != "" && c.BrowserURL == "" {
		if _, err := exec.LookPath(c.BrowserPath); err != nil {
			wrong = append(wrong,
				fmt.Sprintf("BROWSER_PATH must be a browser program, such as /usr/bin/chromium: %v", err))
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	return nil
}

// writable makes the directory, and a file in it that it takes away again.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, "writable-")
	if err != nil {
		return err
	}
	_ = probe.Close()
	return os.Remove(probe.Name())
}

// public says whether farebox serve is reached from other machines: by its own address, or through a proxy under
// PUBLIC_BASE_URL.
func (c *Config) public() bool {
	if !c.live {
		return false
	}
	host, _, err := net.SplitHostPort(c.Listen)
	return err != nil || !loopback(host) || !loopback(c.publicHost())
}

func (c *Config) publicHost() string {
	u, err := url.Parse(c.PublicBaseURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// loopback says whether only this machine reaches the host.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// tellOperator logs what does not stop the service but what an operator wants to know at the start.
func (s *Server) tellOperator(ctx context.Context) {
	c := &s.parts.Config
	notes := slices.Concat(s.openRoutes(), c.oddOrigin(), c.silentContact(), s.publicEndpoints(), c.misspelt(s.known()))
	if c.CacheURL != "" {
		notes = append(notes, cacheAway(ctx, c.CacheURL)...)
	}
	if ok, _ := s.parts.Render.Available(); !ok {
		notes = append(notes, "there is no browser, so that render=true reads pages without running their scripts: "+
			"install Chromium, or set BROWSER_PATH or BROWSER_URL")
	}
	for _, note := range notes {
		s.log.Warn(note)
	}
	s.tellUnsold()
}

// shortToken is the least length of an ADMIN_TOKEN that nobody guesses.
const shortToken = 16

// openRoutes names the operator's routes that are open to the public.
func (s *Server) openRoutes() []string {
	c := &s.parts.Config
	if !c.public() {
		return nil
	}
	var notes []string
	if c.AdminToken == "" {
		var open, refused []string
		for _, op := range s.parts.Spec.Operations {
			switch {
			case op.Operator && op.Method == http.MethodGet:
				open = append(open, op.Name())
			case op.Operator:
				refused = append(refused, op.Name())
			}
		}
		notes = append(notes, fmt.Sprintf("ADMIN_TOKEN is not set: anybody may read %s, with payers and transactions "+
			"hidden, and %s is refused to all; set it to keep them to yourself",
			strings.Join(open, ", "), strings.Join(refused, ", ")))
	}

	if n := len(c.AdminToken); n > 0 && n < shortToken {
		notes = append(notes, fmt.Sprintf("ADMIN_TOKEN has %d characters, which can be guessed; "+
			"take one of at least %d (openssl rand -hex 32)", n, shortToken))
	}
	if c.ServeAPI {
		notes = append(notes, "FACILITATOR_API is on: anybody who reaches this address may settle through "+
			"/facilitator/, so that it belongs behind a private network")
	}
	return notes
}

// publicEndpoints warns of a service that settles through endpoints that anybody uses.
func (s *Server) publicEndpoints() []string {
	c := &s.parts.Config
	if !c.settlesItself() || !c.live {
		return nil
	}
	var notes []string
	for _, n := range s.parts.Networks {
		own := false
		for _, prefix := range []string{"RPC_URL_", "PAYMENT_RPC_URL_"} {
			value, _ := c.lookup(prefix + n.Setting())
			own = own || value != ""
		}
		if !own {
			notes = append(notes, "FACILITATOR_URL is self, and RPC_URL_"+n.Setting()+" is not set: payments are settled through "+
				"keyless endpoints that anybody uses, which limit and fail")
		}
	}
	return notes
}

// oddOrigin warns of an origin that buyers on other machines cannot use, or should not.
func (c *Config) oddOrigin() []string {
	switch {
	case !c.live:
		return nil
	case loopback(c.publicHost()):
		return []string{"PUBLIC_BASE_URL is an address of this machine: " +
			"buyers elsewhere cannot call the routes that quotes name"}
	case strings.HasPrefix(c.PublicBaseURL, "http://"):
		return []string{"PUBLIC_BASE_URL is http: " +
			"answers and signed payments travel in clear, and registries want https"}
	}
	return nil
}

// cacheAway warns of a shared cache that does not answer. This is not an error, because the service works without it: a
// replica must be able to start while the cache is down.
func cacheAway(ctx context.Context, address string) []string {
	shared, err := upstream.NewRedisCache(address)
	if err != nil {
		return nil // reported already
	}
	defer shared.Close()
	ctx, cancel := context.WithTimeout(ctx, rpcTimeout)
	defer cancel()
	if shared.Ping(ctx) == nil {
		return nil
	}
	return []string{"the cache of CACHE_URL does not answer: " +
		"until it does, this process keeps answers of data providers to itself"}
}

// known are the names of all settings.
func (s *Server) known() []string {
	var names []string
	for f := range fields() {
		names = append(names, f.Tag.Get("env"))
	}
	for _, v := range s.parts.Upstreams.Variables() {
		names = append(names, v.Name)
	}
	for _, n := range evm.Networks() {
		names = append(names, evm.Variable(n.Name), evm.PublicVariable(n.Name))
	}
	for _, n := range append(x402.Builtin(), s.parts.Networks...) {
		names = append(names, "RPC_URL_"+n.Setting(), "PAYMENT_RPC_URL_"+n.Setting(), payToSetting+n.Setting())
	}
	return names
}

// ownPrefixes are beginnings of names that only settings of this service have, known or misspelt.
var ownPrefixes = []string{"UPSTREAM_", "RPC_URL_", "RPC_PUBLIC_", "PAYMENT_RPC_URL_", payToSetting}

// silentContact warns that some providers refuse requests without a contact.
func (c *Config) silentContact() []string {
	if _, err := mail.ParseAddress(c.Contact); err == nil {
		return nil
	}
	return []string{"CONTACT is not an e-mail address: the SEC refuses requests without one, " +
		"so that edgar routes fail, and entity and kyb routes know nothing of its filers"}
}

// misspelt warns of variables that look like settings but are not. This is not an error, because the environment
// belongs to other programs too.
func (c *Config) misspelt(known []string) []string {
	var notes []string
	for _, name := range c.names {
		secret, isFile := strings.CutSuffix(name, fileSuffix)
		switch {
		case slices.Contains(known, name):
			notes = append(notes, c.idlePayee(name)...)
			continue
		case isFile && slices.Contains(known, secret):
			notes = append(notes, c.idleFile(secret)...)
			continue
		}

		near, ours := meant(name, known)
		switch {
		case near != "":
			notes = append(notes, fmt.Sprintf("%s is not a setting and has no effect; did you mean %s?", name, near))
		case ours:
			notes = append(notes, name+" is not a setting and has no effect; "+
				"docs/configuration.md and docs/upstreams.md list them all")
		}
	}
	return notes
}

// idlePayee warns of the PAY_TO_ADDRESS_<NETWORK> of a network on which nothing is sold.
func (c *Config) idlePayee(name string) []string {
	setting, pays := strings.CutPrefix(name, payToSetting)
	networks, err := c.PaymentNetworks()
	accepted := slices.ContainsFunc(networks, func(n x402.Network) bool { return n.Setting() == setting })
	if !pays || err != nil || accepted {
		return nil
	}
	return []string{name + " has no effect: its network is not among PAYMENT_NETWORKS"}
}

// idleFile warns of the NAME_FILE of a setting when it has no effect.
func (c *Config) idleFile(name string) []string {
	secret, fixed := secretSetting(name)
	switch {
	case fixed && !secret:
		return []string{name + fileSuffix + " has no effect: " +
			name + " is no secret, and is read from " + name + " alone"}
	case slices.Contains(c.names, name):
		return []string{name + fileSuffix + " has no effect: " + name + " is set too, and goes before"}
	}
	return nil
}

// ofProvider is how the names of the settings end that every data provider has.
var ofProvider = regexp.MustCompile(`_(URL|COST_USD|BUDGET)$`)

// meant is the setting that a variable probably should be, "" if there is none, and whether it can only be meant for
// this service.
func meant(name string, known []string) (near string, ours bool) {
	for _, prefix := range ownPrefixes {
		rest, has := strings.CutPrefix(name, prefix)
		if !has || prefix == "UPSTREAM_" && !ofProvider.MatchString(rest) {
			continue
		}
		var others []string
		for _, k := range known {
			if strings.HasPrefix(k, prefix) {
				others = append(others, strings.TrimPrefix(k, prefix))
			}
		}
		if like := intake.Nearest(rest, others, 1); len(like) > 0 {
			return prefix + like[0], true
		}
		return "", true
	}

	for _, k := range known {
		if slip(name, k) {
			return k, false
		}
	}
	return "", false
}

// slip says whether name is a typing error for known. It is strict, because environments are full of other programs'
// names: GITLAB_TOKEN is not GITHUB_TOKEN.
func slip(name, known string) bool {
	name = folded(name)
	known = folded(known)
	switch d := levenshtein.ComputeDistance(name, known); {
	case d == 0:
		return true
	case len(known) < 6:
		return false
	case d == 1:
		return true
	case d == 2:
		return len(known) >= 12 || swapped(name, known)
	}
	return false
}

// folded is a name without its most common errors: case, underscores, our own prefix and two spellings.
func folded(name string) string {
	return misspellings.Replace(strings.TrimPrefix(strings.ToUpper(name), "FAREBOX_"))
}

var misspellings = strings.NewReplacer("_", "", "ADDRESS", "ADDR", "URI", "URL")

// swapped says whether two names have the same letters.
func swapped(a, b string) bool {
	x := []byte(a)
	y := []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
