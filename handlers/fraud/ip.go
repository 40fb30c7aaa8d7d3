package fraud

import (
	"context"
	"net/netip"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/cymru"
	"github.com/farebox/farebox/internal/upstream/ripestat"
)

// FraudIP answers GET /fraud/ip.
func (h *Handlers) FraudIP(ctx context.Context, req gen.FraudIPRequestObject) (gen.FraudIPResponseObject, error) {
	ip, err := h.publicIP(req.Params.IP)
	if err != nil {
		return nil, err
	}
	claimed := response.OrZero(req.Params.Country)

	facts := h.ips.Of(ctx, ip)
	if facts.Nothing != nil {
		return nil, facts.Nothing
	}
	found := sorted(ipReasons(facts, claimed))
	score := combine(found)

	answer := gen.FraudIP200JSONResponse{
		IP:                 ip.String(),
		Asn:                response.OrNull(int64(facts.ASN)),
		Organization:       response.OrNull(facts.Organization),
		Prefix:             response.OrNull(facts.Prefix),
		Country:            response.OrNull(facts.Country),
		CountryBasis:       response.OrNull(gen.FraudIPCountryBasis(facts.CountryBasis)),
		ClaimedCountry:     response.OrNull(claimed),
		IsDatacenter:       facts.Datacenter,
		DatacenterProvider: response.OrNull(facts.Operator),
		IsRelay:            facts.Relay,
		IsTorExit:          facts.TorExit,
		IsBlocklisted:      facts.Blocklists,
		Blocklists:         []string{},
		Listings:           []gen.FraudListing{},
		RiskScore:          score,
		RiskCategory:       category(score, unknownOf(facts, claimed)),
		Reasons:            effective(found),
		Sources:            h.sources(facts),
		CheckedAt:          h.now().UTC().Truncate(time.Second),
		Disclaimer:         ipDisclaimer,
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = facts.Partial || ipfacts.Dated.Past(h.now())
	for _, l := range facts.Listings {
		answer.Blocklists = append(answer.Blocklists, l.List)
		answer.Listings = append(answer.Listings, gen.FraudListing{
			List:      l.List,
			Entry:     l.Entry,
			Reference: response.OrNull(l.Reference),
		})
	}
	return answer, nil
}

// publicIP reads an address, or says why there is nothing to say about it.
func (h *Handlers) publicIP(text string) (netip.Addr, error) {
	a, err := netip.ParseAddr(strings.TrimSpace(text))
	if err != nil || a.Zone() != "" {
		return a, problem.Invalid("ip", "ip must be an IPv4 address in dotted form, such as 8.8.8.8")
	}
	if why := h.ips.Check(a); why != "" {
		return a, problem.InvalidCode("ip", problem.CodeNotPublicIPv4, "ip must be a public IPv4 address: %s", why)
	}
	return a.Unmap(), nil
}

// placed says that a claimed country can be compared with the one found.
func placed(f *ipfacts.Facts, claimed string) bool { return claimed != "" && f.Country != "" }

// ipReasons are the findings about an address; claimed is the country that the visitor says, or empty.
func ipReasons(f *ipfacts.Facts, claimed string) []gen.FraudReason {
	var out []gen.FraudReason
	if yes(f.TorExit) {
		out = append(out, finding("tor_exit", "Tor traffic leaves from the address."))
	}

	for _, l := range f.Listings {
		switch l.List {
		case "spamhaus-drop", "spamhaus-dropv6":
			out = append(out, finding("blocklist_drop", "%s is on Spamhaus DROP, the list of ranges that criminals lease or have hijacked (%s).", l.Entry, l.Reference))
		case "spamhaus-asndrop":
			out = append(out, finding("asn_drop", "The network %s is on Spamhaus ASN-DROP.", l.Entry))
		case "firehol-level1":
			out = append(out, finding("blocklist_firehol", "%s is on the FireHOL level 1 list of attackers.", l.Entry))
		}
	}

	switch {
	case yes(f.Relay):
		// Its egress is in data centres, but people are behind it.
		out = append(out, finding("privacy_relay", "The address is an egress of %s, which hides the visitor's own.", f.Operator))
	case yes(f.Datacenter):
		out = append(out, finding("datacenter", "The address belongs to a data centre (%s), not to a home or office line.", f.Operator))
	}

	if f.Unrouted() {
		out = append(out, finding("unrouted", "No network announces the address, so nobody should be using it."))
	}

	if placed(f, claimed) && country.Contradict(f.Country, claimed) {
		r := finding("country_mismatch", "The address is in %s by %s, %s was claimed.", f.Country, basisWords[f.CountryBasis], claimed)
		if yes(f.Datacenter) && !yes(f.Relay) {
			r.Weight = mismatchInDatacenter
		}
		out = append(out, r)
	}

	return out
}

// unknownOf are the signals of an address that could not be looked for.
func unknownOf(f *ipfacts.Facts, claimed string) []string {
	var out []string
	for signal, known := range map[string]bool{
		"tor_exit":         f.TorExit != nil,
		"blocklist_drop":   f.Blocklists != nil,
		"datacenter":       f.Datacenter != nil,
		"country_mismatch": claimed == "" || f.Country != "",
	} {
		if !known {
			out = append(out, signal)
		}
	}
	return out
}

var basisWords = map[ipfacts.CountryBasis]string{
	ipfacts.ByGeofeed: "its operator's geofeed", ipfacts.ByDatabase: "a geolocation database", ipfacts.ByRegistration: "its network's registration",
}

// sources is who was asked, each list with its date, and the table of hosting networks once it is past its last day.
func (h *Handlers) sources(f *ipfacts.Facts) []shared.Source {
	out := make([]shared.Source, 0, len(f.Lists)+len(f.Asked))
	for _, l := range f.Lists {
		out = append(out, response.List(l))
	}

	for _, besides := range []struct{ name, attribution, url string }{
		{ripestat.Provider.Name, ripestat.Provider.Attribution, ripestat.Provider.Docs},
		{cymruName, cymru.Attribution, ""},
	} {
		if status, asked := f.Asked[besides.name]; asked {
			out = append(out, shared.Source{
				Name:   besides.name,
				Status: shared.SourceStatus(status),
				URL:    response.OrNull(besides.url),
				Detail: response.OrNull(response.Credited("The network of an address", besides.attribution)),
			})
		}
	}

	return append(out, response.PastTables(h.now(), ipfacts.Dated)...)
}

// cymruName is what package ipfacts calls Team Cymru, who is asked over the DNS.
const cymruName = "cymru"

func yes(b *bool) bool { return b != nil && *b }
