package guard

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/clip"
)

// keyText is a text whose signature becomes the keys of an account.
type keyText struct {
	of    string   // what has the account
	says  string   // in lower case, a part of the text
	sites []string // that may ask for it; none where many do
}

// keyTexts are those of exchanges and networks with keys of their own. Sources: dydxprotocol/v4-clients and
// v3-client (onboarding), matter-labs/zksync (zksync.js), the clients of Lighter and Loopring,
// immutable's imx-sdk, ScopeLift/umbra-protocol.
var keyTexts = []keyText{
	{"dYdX", "dydx chain onboarding", []string{"dydx.exchange", "dydx.trade"}},
	{"dYdX", "dydx onboarding", []string{"dydx.exchange", "dydx.trade"}},
	{"dYdX", "dydx stark key", []string{"dydx.exchange", "dydx.trade"}},
	{"zkSync", "access zksync", []string{"zksync.io"}},
	{"Lighter", "access lighter account", []string{"lighter.xyz"}},
	{"Loopring", "access loopring exchange", []string{"loopring.io"}},
	{"Umbra", "access your umbra account", []string{"umbra.cash"}},
	{"Immutable X", "initiated an action with immutable x", nil},
}

// onlySite is how a text says where it may be signed, on a line of its own or in JSON. Source: the onboarding of dYdX
// and of exchanges made after it.
var onlySite = regexp.MustCompile(`(?i)only_?sign_?on"?\s*:?\s*"?((?:https?://)?[a-z0-9.-]+(?::[0-9]+)?)`)

// onlySiteMember is the same as the member of a message.
const onlySiteMember = "onlySignOn"

// keyWords are what other such texts say.
var keyWords = regexp.MustCompile(
	`(?i)(only sign (this|it)[^\n]{0,40} (trusted|official)|` +
		`generat(e|es|ing) (your|a|the) [^\n]{0,30}\bkeys?\b|\bl2 key\b)`)

// keys finds texts whose signature becomes keys, and compares who asks with who may.
func (s *Subject) keys(text, origin string) {
	lower := strings.ToLower(text)
	i := slices.IndexFunc(keyTexts, func(k keyText) bool { return strings.Contains(lower, k.says) })
	only := onlySite.FindStringSubmatch(text)
	if i < 0 && only == nil && !keyWords.MatchString(text) {
		return
	}

	of := keyText{of: "an application"}
	if i >= 0 {
		of = keyTexts[i]
	}
	if only != nil {
		of.sites = []string{hostOf(only[1])}
	}
	s.Kind = "key_message"
	s.hit(keySignature, "message", fmt.Sprintf("the keys of an account at %s are made out of such a signature: "+
		"whoever gets it has the account", of.of))
	s.onlyFor(of.sites, origin)
}

// onlyFor compares who asks for a message with the sites that it is for.
func (s *Subject) onlyFor(sites []string, origin string) {
	asks := hostOf(origin)
	switch {
	case len(sites) == 0:
	case origin == "":
		s.hit(originUnknown, "message", "say in origin which site asks, and it is compared")
	case !slices.ContainsFunc(sites, func(site string) bool { return below(asks, site) }):
		s.hit(signInElsewhere, "message", fmt.Sprintf("the message is for %s, but %s asks for it",
			clip.Shown(strings.Join(sites, " or "), 100), clip.Shown(origin, 100)))
	}
}
