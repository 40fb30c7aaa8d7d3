package preflight

import (
	"net/url"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/response"
)

// evidence is everything known about a seller before judging it.
type evidence struct {
	url     *url.URL
	network *quote.Network // network that the caller wants to pay on; nil for any
	now     time.Time

	listing listing
	usual   decimal.Decimal // price that hardly any listed offer exceeds; zero if unknown
	probe   probe
	later   []look    // later requests for a quote that was given
	expires time.Time // of the certificate; zero if unknown

	screened   bool              // receivers were checked against the sanctions lists
	sanctioned map[string]string // sanctions list with the receiver, by receiver

	host    *hostname.Host // nil if the host is not a domain
	squat   typosquat.Verdict
	shared  string     // the suffix under which anyone gets a name, "" for a domain of one's own
	created *time.Time // registration of the domain; nil if unknown

	blocklists []string // the lists that name the host
	cleared    bool     // no list that could name it is missing, nor its registry's word on its age
}

// age is the domain's age in whole days; ok is false if it is unknown or the domain is not the seller's own.
func (e *evidence) age() (days int, ok bool) {
	if e.created == nil || e.shared != "" {
		return 0, false
	}
	return response.AgeDays(*e.created, e.now), true
}

// outcome is the URL's reaction to an unpaid request.
type outcome string

const (
	notProbed      outcome = ""                // for a reason on our side
	quoted         outcome = "402"             //
	answered       outcome = "other_status"    //
	wrongMethod    outcome = "405"             // it wants another method than GET and did not quote a POST
	limited        outcome = "429"             // it had no time for us
	unreachable    outcome = "unreachable"     // no such name, no connection, no answer in time, or not HTTP
	badTLS         outcome = "tls_failed"      //
	oversized      outcome = "too_large"       // what came is not a quote
	lostInHops     outcome = "redirect_loop"   //
	movedAway      outcome = "moved"           // the answer is another domain's
	unsafeRedirect outcome = "unsafe_redirect" // to an address that is not public
)

// probe is what the URL answered.
type probe struct {
	outcome outcome
	status  int
	posted  int    // status of a POST after a GET got a 404 or 405; 0 if none was sent
	cause   string // for unreachable: the failure, as the end of a sentence
	quote   quote.Quote
	moved   string // for movedAway: the other host
	secure  bool   // every hop was https
	body    []byte // what was sent; nil for a GET
}

// evaluable reports whether the probe says anything about the quote.
func (p *probe) evaluable() bool {
	return p.outcome != notProbed && p.outcome != wrongMethod && p.outcome != limited
}

// offers are the relevant ways to pay: those on the caller's network, or all if the caller named none or there are
// none on it.
func (e *evidence) offers() (list []quote.Offer, offered bool) {
	return e.onNetwork(e.probe.quote.Offers)
}

// onNetwork are those of all ways to pay that are relevant, likewise.
func (e *evidence) onNetwork(all []quote.Offer) (list []quote.Offer, offered bool) {
	if e.network == nil {
		return all, true
	}
	for _, o := range all {
		if o.Network.ID == e.network.ID {
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		return all, false
	}
	return list, true
}

// seen are all ways to pay that the seller named at any time, on any network.
func (e *evidence) seen() []quote.Offer {
	out := slices.Clone(e.probe.quote.Offers)
	for _, l := range e.later {
		out = append(out, l.quote.Offers...)
	}
	return out
}
