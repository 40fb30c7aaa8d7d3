package guard

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	wallets "github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"golang.org/x/net/publicsuffix"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/projectsites"
	"github.com/farebox/farebox/internal/clip"
)

// Methods by which a wallet signs bytes without types.
const (
	PersonalSign = "personal_sign"
	EthSign      = "eth_sign"
)

// Plain is a message without types.
type Plain struct {
	Bytes  []byte
	Method string          // PersonalSign or EthSign
	Signer *common.Address // who is to sign, nil when not said
	Origin string          // the site that asks, as a URL or a host; empty when not said
}

// ParsePlain reads a message as wallets take it: 0x hex are bytes, anything else is text.
func ParsePlain(text, method string) *Plain {
	p := &Plain{Bytes: []byte(text), Method: method}
	if p.Method == "" {
		p.Method = PersonalSign
	}
	if b, err := abijson.Bytes(text); err == nil && len(b) > 0 {
		p.Bytes = b
	}
	return p
}

// Digest is what is signed: of eth_sign and 32 bytes these themselves, else the hash of EIP-191, version 0x45.
func (p *Plain) Digest() common.Hash {
	if p.Method == EthSign && len(p.Bytes) == common.HashLength {
		return common.BytesToHash(p.Bytes)
	}
	return common.BytesToHash(wallets.TextHash(p.Bytes))
}

// Text is the message as text, empty where the bytes are not UTF-8.
func (p *Plain) Text() string {
	if !utf8.Valid(p.Bytes) {
		return ""
	}
	return string(p.Bytes)
}

// Message decodes a message without types.
func (e *Engine) Message(network Network, p *Plain) *Subject {
	s := &Subject{
		Network: network,
		Signed:  true,
		Plain:   true,
		From:    p.Signer,
	}

	s.Kind = e.text(s, p)
	s.Actions = append(s.Actions, Action{
		Path:     "message",
		Kind:     Message,
		Standard: map[string]string{"sign_in": "EIP-4361"}[s.Kind],
		Function: p.Method,
	})
	return s
}

// text judges what a message says, and says what kind of message it is.
func (e *Engine) text(s *Subject, p *Plain) string {
	text := p.Text()
	var c contents
	if printable(text) {
		c.take("", "string", text, false)
	} else {
		c.take("", "bytes", hexutil.Encode(p.Bytes), false)
	}
	in := readSignIn(text)
	switch {
	case len(p.Bytes) == common.HashLength && p.Method == EthSign:
		s.hit(hashSigned, "message", "eth_sign signs these 32 bytes as they are: they can be the hash of a transaction "+
			"that takes everything")
		return "hash"
	case in != nil:
		s.signIn(in, p)
	case s.hidden(&c):
		return map[int]string{0: "bytes", 1: "hash"}[c.hashes]
	}

	e.asks(s, p.Origin, text)
	for _, named := range addressText.FindAllString(text, -1) {
		if who := common.HexToAddress(named); in == nil || who != in.address {
			s.names(&who, unnamed)
		}
	}
	if in != nil {
		return "sign_in"
	}
	key := s.asked(text, p.Origin, false)
	s.owned(text, p.Origin, key || valuable(text))
	if key {
		return "key_message"
	}
	return "text"
}

// page is the host of one that a text names, with or without its scheme, or an address of mail.
var page = regexp.MustCompile(`(?i)https?://[^/\s"'<>]+|([\w.+-]+@)?\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b`)

// takes are what makes a text worth something to another site: that it gives a right, orders a sum or all moved, warns
// of other sites itself, or is data that a program reads. What it denies (denies) is none of these.
var (
	takes = regexp.MustCompile(`(?i)\b(auth?ori[sz]|grant|delegat|approv)|授权|授權|许可|許可|承認|разреш|승인|허용|` +
		`\b(send|transfer|withdraw|pay|swap|sell)\b[^\n]*(\d|\ball\b)|\ballows?\b[^\n]*\b(act|spend)\b|\bonly sign\b|^\s*\{|` +
		`\b(enter|submit|type|share|provide)\b[^\n]*\b(phrase|mnemonic|private key)`)
	denies = regexp.MustCompile(`(?i)\b((not|never)\s+(\w+\s+){0,2}(auth?ori[sz]|grant|delegat|approv|send|transfer|` +
		`withdraw|pay|enter|submit|type|share|provide)|(no|without)\s+(\w+\s+)?` +
		`(auth?ori[sz]at|grant|delegation|approval|transfer|withdrawal|payment)|` +
		`(auth?ori[sz]|grant|delegat|approv|send|transfer|withdraw|pay)\w*\s+nothing)\w*`)
)

// valuable says whether a text is worth something to another site.
func valuable(text string) bool { return takes.MatchString(denies.ReplaceAllString(text, "")) }

// asked compares who asks for a message with whom it is for, and says whether keys are made of its signature. The
// message lets somebody act for the signer if right is set. An application names its own pages, or itself where a text
// does more than sign in. Another site may pass the signature on.
func (s *Subject) asked(text, origin string, right bool) (key bool) {
	sites, key := sitesOf(text)
	if key {
		s.hit(keySignature, "message", "the keys of an account are made out of such a signature: whoever gets it has the account")
	}

	asks := hostOf(origin)
	pages := slices.DeleteFunc(page.FindAllString(text, -1), func(page string) bool {
		_, listed := publicsuffix.PublicSuffix(hostOf(page))
		return !strings.Contains(page, "://") && (!listed || strings.Contains(page, "@")) // nor does "alice.eth" name one
	})
	words := text
	for _, page := range pages {
		words = strings.ReplaceAll(words, page, " ")
	}
	grave := key || right
	own := slices.ContainsFunc(sites, func(site string) bool { return below(asks, site) }) ||
		len(sites) == 0 && slices.ContainsFunc(pages, func(page string) bool { return sameSite(hostOf(page), asks) })
	switch {
	case own, len(sites) == 0 && (s.listed || (right || len(pages) == 0) && namesSite(words, asks)),
		len(pages) == 0 && !grave && !valuable(text):
	case origin == "" && (!grave || len(sites) > 0):
		s.hit(originUnknown, "message", "say in origin which site asks, and it is compared")
	case len(sites) > 0:
		s.hit(signInElsewhere, "message", fmt.Sprintf("the message is for %s, but %s asks for it",
			clip.Shown(strings.Join(sites, " or "), 100), clip.Shown(origin, 100)))
	default:
		s.strayed = origin != ""
		s.hit(siteUnnamed, "message", fmt.Sprintf("the message does not name %s: it may be of another site, and count there",
			cmp.Or(clip.Shown(origin, 100), "who asks, and origin does not say it")))
	}
	return key
}

// asks notes what the site that asks is to the projects that a message names. A project's site speaks for its messages.
// A host that only has a project's name in its own speaks against it: that alone is a warning, and blocks beside
// whatever else is one. Past its day the table of sites says nothing.
func (e *Engine) asks(s *Subject, origin, names string) {
	if projectsites.Dated.Past(e.Now()) {
		return
	}
	host := portless(hostOf(origin))
	key := func(site string) bool { return below(host, site) }
	s.project = projectsites.Listed(host) || slices.ContainsFunc(keyHosts, key)
	s.listed = s.project
	if site := projectsites.Posed(host, names); site != "" && !namesSite(names, host) {
		s.add(signInElsewhere, blockFrom-warnFrom/4, "message", fmt.Sprintf(
			"the message names the project at %s, but %s asks for it, whose name only contains that one", site,
			clip.Shown(origin, 100)))
	}
}

// owned lets a site speak for a message that is worth nothing elsewhere and has its name, unless a listed project has
// that name.
func (s *Subject) owned(names, origin string, worthy bool) {
	host := portless(hostOf(origin))
	s.listed = s.listed || !worthy && !projectsites.Taken(host) && namesSite(names, host)
}

// inner are places within a name where a word begins.
var inner = regexp.MustCompile(`([a-z])([A-Z])`)

// sign is what no name of a host is compared by.
var sign = regexp.MustCompile(`[^a-z0-9]`)

// namesSite says whether a text has the name that a host is registered by, in one word or in several.
func namesSite(text, host string) bool {
	name, _ := projectsites.Registered(portless(host))
	letters := strings.Split(sign.ReplaceAllString(name, ""), "")
	written := regexp.MustCompile(`(?i)(^|[^a-z0-9])` + strings.Join(letters, `[^a-z0-9]*`) + `([^a-z0-9]|$)`)
	return len(letters) > 0 && written.MatchString(text)
}

func printable(text string) bool {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) }
	return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, hidden)
}

// signIn is a message of EIP-4361.
type signIn struct {
	domain  string
	address common.Address
	uri     string
	recap   bool // a resource hands rights on (ERC-5573)
}

var signInHead = regexp.MustCompile(
	`^(?:([a-z][a-z0-9+.-]*)://)?(\S+) wants you to sign in with your Ethereum account:\r?\n(0x[0-9a-fA-F]{40})`)

func readSignIn(text string) *signIn {
	head := signInHead.FindStringSubmatch(text)
	if head == nil {
		return nil
	}
	in := &signIn{domain: head[2], address: common.HexToAddress(head[3])}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if uri, ok := strings.CutPrefix(line, "URI: "); ok {
			in.uri = uri
		}
		in.recap = in.recap || strings.HasPrefix(line, "- urn:recap:")
	}
	return in
}

// signIn compares the site that a sign-in is for with the one that asks: a sign-in for another site logs that site's
// impostor in.
func (s *Subject) signIn(in *signIn, p *Plain) {
	domain := hostOf(in.domain)
	asks := hostOf(p.Origin)
	if !strings.Contains(domain, ":") { // any port is meant, as wallets have it
		asks = portless(asks)
	}
	shown := clip.Shown(in.domain, 100)
	switch {
	case domain == "":
		s.hit(signInElsewhere, "message", fmt.Sprintf("the sign-in is for %s, which is not the name of a site", shown))
	case p.Origin == "":
		s.hit(originUnknown, "message", fmt.Sprintf("the sign-in is for %s: say in origin which site asks, and it is "+
			"compared", shown))
	case asks != domain && (strings.Contains(domain, ".") || !namesSite(domain, asks)): // some write a name
		s.hit(signInElsewhere, "message", fmt.Sprintf("the sign-in is for %s, but %s asks for it", shown,
			clip.Shown(p.Origin, 100)))
	}

	scheme, _, _ := strings.Cut(strings.ToLower(in.uri), ":")
	site := strings.Contains(scheme, ".") || strings.HasPrefix(scheme, "http") // not a key, as in did:key
	if site && !sameSite(portless(hostOf(in.uri)), portless(domain)) {
		s.hit(signInURI, "message", fmt.Sprintf("the sign-in is for %s, but what it opens is %s", shown,
			clip.Shown(in.uri, 100)))
	}

	if p.Signer != nil && *p.Signer != in.address {
		s.hit(signInAccount, "message", fmt.Sprintf("the sign-in is for the account %s, not for the one that signs",
			in.address.Hex()))
	}

	if in.recap {
		s.hit(signInRights, "message", "the sign-in hands rights on (ERC-5573): whoever has it may do in the account's "+
			"name what its resource says, which is not read here")
	}

	s.mention(in.address)
}

// hostOf is the host and port of a URL or an authority, as browsers read it. It is empty where a user's name comes
// first: that looks like another site's host.
func hostOf(text string) string {
	text = strings.ReplaceAll(strings.TrimSpace(text), `\`, "/")
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.User != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Host), map[string]string{"http": ":80", "https": ":443"}[u.Scheme])
}

func portless(host string) string {
	host, _, _ = strings.Cut(host, ":")
	return host
}

// below says whether a host is another or one below it. No host is none of these.
func below(host, of string) bool {
	return host != "" && of != "" && (host == of || strings.HasSuffix(host, "."+of))
}

// sameSite says whether one of two hosts is the other or below it.
func sameSite(a, b string) bool { return below(a, b) || below(b, a) }

// keySites are who may ask for texts with these words, whose signatures become the keys of an account. Sources:
// dydxprotocol/v4-clients and v3-client (onboarding), matter-labs/zksync (zksync.js), the clients of Lighter and
// Loopring, ScopeLift/umbra-protocol.
var keySites = map[string][]string{
	"dydx chain onboarding":     {"dydx.exchange", "dydx.trade"},
	"dydx onboarding":           {"dydx.exchange", "dydx.trade"},
	"dydx stark key":            {"dydx.exchange", "dydx.trade"},
	"access zksync":             {"zksync.io"},
	"access lighter account":    {"lighter.xyz"},
	"access loopring exchange":  {"loopring.io"},
	"access your umbra account": {"umbra.cash"},
}

// keyHosts are all of them.
var keyHosts = slices.Concat(slices.Collect(maps.Values(keySites))...)

// onlySite is how a text says where it may be signed, on a line of its own or in JSON. Source: the onboarding of dYdX
// and of exchanges made after it.
var onlySite = regexp.MustCompile(`(?i)only_?sign_?on"?\s*:?\s*"?((?:https?://)?[a-z0-9.-]+(?::[0-9]+)?)`)

// keyWords are what other such texts say.
var keyWords = regexp.MustCompile(
	`(?i)(only sign (this|it)[^\n]{0,40} (trusted|official)|` +
		`generat(e|es|ing) (your|a|the) [^\n]{0,30}\bkeys?\b|\b(l2|stark) key\b|^enable push profile\b)`)

// sitesOf are who may ask for a text alone, by its words; key says whether its signature becomes keys.
func sitesOf(text string) (sites []string, key bool) {
	for words, of := range keySites {
		if strings.Contains(strings.ToLower(text), words) {
			sites = of
		}
	}
	if only := onlySite.FindStringSubmatch(text); only != nil {
		sites = []string{hostOf(only[1])}
	}
	return sites, sites != nil || keyWords.MatchString(text)
}
