package preflight

import (
	"net/url"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/response"
)

// evidence is all that is known about a seller before it is judged.
type evidence struct {
	url     *url.URL
	network *quote.Network // the one that the caller means to pay on, nil for any
	now     time.Time

	listing listing
	usual   decimal.Decimal // the price that hardly any listed offer exceeds, zero when not known
	probe   probe
	expires time.Time // of the certificate, zero when not known

	screened   bool              // receivers were compared with the sanctions lists
	sanctioned map[string]string // the list that names a receiver, by receiver

	host    *hostname.Host // nil when the host is not understood as a domain
	squat   typosquat.Verdict
	shared  string     // the suffix under which anyone gets a name, "" for a domain of one's own
	created *time.Time // registration of the domain, nil when not known

	blocklists []string // the lists that name the host
}

// age is the domain's age in whole days; ok is false when it is not known or not the seller's own.
func (e *evidence) age() (days int, ok bool) {
	if e.created == nil || e.shared != "" {
		return 0, false
	}
	return response.AgeDays(*e.created, e.now), true
}

// outcome says how the URL answered an unpaid request.
type outcome string

const (
	notProbed      outcome = ""                // for a reason on our side
	quoted         outcome = "402"             //
	answered       outcome = "other_status"    //
	wrongMethod    outcome = "405"             // it wants another method than GET, and gave a POST no quote
	limited        outcome = "429"             // it had no time for us
	unreachable    outcome = "unreachable"     // no such name, no connection, no answer in time, or not HTTP
	badTLS         outcome = "tls_failed"      //
	oversized      outcome = "too_large"       // what came is no quote
	lostInHops     outcome = "redirect_loop"   //
	movedAway      outcome = "moved"           // the answer is that of another domain
	unsafeRedirect outcome = "unsafe_redirect" // to an address that is not public
)

// probe is what the URL answered.
type probe struct {
	outcome outcome
	status  int
	posted  int    // the status that a POST got after a GET got a 404 or 405, 0 when none was sent
	cause   string // for unreachable: what went wrong, as a sentence's end
	quote   quote.Quote
	moved   string // for movedAway: the other host
	secure  bool   // every hop was https
}

// evaluable says whether the probe tells something about the quote.
func (p *probe) evaluable() bool {
	return p.outcome != notProbed && p.outcome != wrongMethod && p.outcome != limited
}

// offers are the ways to pay that count for the caller: those on its network, or all when it named none or none is there.
func (e *evidence) offers() (list []quote.Offer, offered bool) {
	all := e.probe.quote.Offers
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
