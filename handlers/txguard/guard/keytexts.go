package guard

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/clip"
)

// keyText is a text out of whose signature the keys of an account are made.
type keyText struct {
	of    string   // what has the account
	says  string   // in lower case, a part of the text
	sites []string // that may ask for it; none where many do
}

// keyTexts are those of exchanges and networks with keys of their own. Sources: dydxprotocol/v4-clients and
// v3-client (onboarding), matter-labs/zksync (zksync.js), elliottech/lighter-v2 clients, Loopring's web wallet,
// immutable's imx-sdk, ScopeLift/umbra-protocol.
var keyTexts = []keyText{
	{"dYdX", "dydx chain onboarding", []string{"dydx.exchange", "dydx.trade"}},
	{"dYdX", "dydx onboarding", []string{"dydx.exchange", "dydx.trade"}},
	{"dYdX", "dydx stark key", []string{"dydx.exchange", "dydx.trade"}},
	{"zkSync", "access zksync account", []string{"zksync.io"}},
	{"Lighter", "access lighter account", []string{"lighter.xyz"}},
	{"Loopring", "access loopring exchange", []string{"loopring.io"}},
	{"Umbra", "access your umbra account", []string{"umbra.cash"}},
	{"Immutable X", "initiated an action with immutable x", nil},
}

// onlySites begins the line of a text that says where it may be signed. Source: dYdX's and ApeX's onboarding.
var onlySites = regexp.MustCompile(`(?im)^\s*only_?sign_?on:?\s*(\S+)\s*$`)

// keyWords are what other such texts say.
var keyWords = regexp.MustCompile(
	`(?i)(only sign (this|it)[^\n]{0,40} (trusted|official)|generat(e|es|ing) (your|a|the) [^\n]{0,30}\bkeys?\b|\bl2 key\b)`)

// keys finds texts out of whose signature keys are made, and compares who asks with who may.
func (s *Subject) keys(text, origin string) {
	lower := strings.ToLower(text)
	i := slices.IndexFunc(keyTexts, func(k keyText) bool { return strings.Contains(lower, k.says) })
	only := onlySites.FindStringSubmatch(text)
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
	s.hit(keySignature, "message", fmt.Sprintf("the keys of an account at %s are made out of such a signature: whoever "+
		"gets it has the account", of.of))
	asks := hostOf(origin)
	switch {
	case len(of.sites) == 0:
	case origin == "":
		s.hit(originUnknown, "message", "say in origin which site asks, and it is compared")
	case !slices.ContainsFunc(of.sites, func(site string) bool { return below(asks, site) }):
		s.hit(signInElsewhere, "message", fmt.Sprintf("the message is for %s, but %s asks for it",
			strings.Join(of.sites, " or "), clip.Shown(origin, 100)))
	}
}
