package preflight

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/clip"
)

const (
	longestTimeout = 3600 // seconds
	absurdTimeout  = 24 * 3600
	notOfferedMost = 40 // of the dimension, if the requested network is not offered
	changedPayee   = 40
	unseenPayee    = 70 // nothing to compare with, and on no sanctions list
)

// schemes are those that are specified.
var schemes = []string{"exact", "upto", "batch-settlement"}

// Absurd prices exceed this multiple of the usual price and at least this many dollars; without a usual price they
// exceed the last constant.
var (
	absurdTimes   = decimal.NewFromInt(10)
	absurdLeast   = decimal.NewFromInt(10)
	absurdUnusual = decimal.NewFromInt(100)
	// fraudTimes is the multiple of the listed price above which nobody raised a price: the quote is a trap.
	fraudTimes = decimal.NewFromInt(1000)
)

// quoteForm: a well-formed 402 gives 100, less the flaws of its best offer.
func (j *judging) quoteForm() (int, bool) {
	p := &j.probe
	if !p.evaluable() {
		if p.outcome == wrongMethod {
			j.find("other_method", low, 0, "It answers GET with %d and has to be called with another method; a POST without input got %s, so that its quote could not be read.", p.status, postedText(p.posted))
		}
		if p.outcome == limited {
			j.find("rate_limited", low, 0, "It answered 429 to the probe, so that its quote could not be read.")
		}
		return 0, false
	}

	switch p.outcome {
	case quoted:
		return j.quoteOf402(), true
	case answered:
		if p.status >= 200 && p.status < 300 {
			j.find("no_402", medium, 80, "It answered %d without payment: it may be free, or it may not be the endpoint that is sold.", p.status)
			return 20, true
		}
		j.find("no_402", medium, 100, "It answered %d instead of a 402 quote.", p.status)
	case unreachable:
		j.find("unreachable", medium, 100, "It could not be asked for a quote: %s.", p.cause)
	case badTLS:
		j.find("no_402", medium, 100, "No quote was read over a connection that is not secure.")
	case oversized:
		j.find("no_402", medium, 100, "Its answer is larger than any quote.")
	case lostInHops:
		j.find("no_402", medium, 100, "It redirects in a circle or too often.")
	case movedAway:
		j.find("redirects_elsewhere", high, 100, "It redirects to %s, another domain, whose quote is not this seller's.", p.moved)
	case unsafeRedirect:
		j.find("unsafe_redirect", critical, 100, "It redirects to an address that is not public: a client that follows could be led into its own network.")
	}

	return 0, true
}

func postedText(status int) string {
	if status == 0 {
		return "no answer"
	}
	return strconv.Itoa(status)
}

func (j *judging) quoteOf402() int {
	offers, offered := j.offers()
	if len(offers) == 0 {
		if j.probe.quote.Other != "" {
			j.find("other_protocol", medium, 100, "It asks for payment by %s, not by x402.", j.probe.quote.Other)
			return 0
		}
		j.find("malformed_quote", high, 100, "It answered 402 without a quote that can be read, in the body or in the %s header.", quote.HeaderRequired)
		return 0
	}

	at := bestOffer(offers)
	j.best = &at
	flaws := flawsOf(offers[at])
	if !offered {
		j.find("network_not_offered", medium, 100-notOfferedMost, "It cannot be paid on %s.", j.network.ID)
	}

	score := 100
	for _, f := range append(flaws, j.flawsOfAnswer(offers)...) {
		j.find(f.signal, f.severity, f.points, "%s", f.text)
		score -= f.points
	}
	score -= j.steadyQuote(offers[at])

	if !offered {
		score = min(score, notOfferedMost)
	}
	return score
}

// bestOffer is the offer with the fewest flaws, then the cheapest, regardless of order.
func bestOffer(offers []quote.Offer) int {
	at := make([]int, len(offers))
	for i := range at {
		at[i] = i
	}
	return slices.MinFunc(at, func(a, b int) int {
		x := offers[a]
		y := offers[b]
		xu, _ := x.Units()
		yu, _ := y.Units()
		return cmp.Or(cmp.Compare(pointsOf(x), pointsOf(y)), xu.Cmp(yu), cmp.Compare(y.Version, x.Version), strings.Compare(x.Network.ID, y.Network.ID),
			strings.Compare(x.Asset, y.Asset), strings.Compare(x.PayTo, y.PayTo), strings.Compare(x.Scheme, y.Scheme))
	})
}

func pointsOf(o quote.Offer) int {
	n := 0
	for _, f := range flawsOf(o) {
		n += f.points
	}
	return min(n, 100)
}

// flawsOf are the flaws of one offer by itself.
func flawsOf(o quote.Offer) []finding {
	var out []finding
	flaw := func(signal, severity string, points int, text string) {
		out = append(out, finding{
			signal:   signal,
			severity: severity,
			points:   points,
			text:     text,
		})
	}

	_, priced := o.Units()
	switch {
	case o.PayTo == "":
		flaw("malformed_quote", high, 100, "The quote does not say who is paid.")
	case !o.ValidPayee():
		flaw("malformed_quote", high, 100, "The receiver is not an address of "+quote.Shown(o.Network.ID, longestWord)+".")
	case o.Zero():
		flaw("zero_amount", high, 100, "The quote asks for nothing at all.")
	case !priced:
		flaw("malformed_quote", high, 100, "The quote's amount is missing or not a whole number of atomic units.")
	}

	asset := quote.KnownAsset(o.Network.ID, o.Asset)
	switch elsewhere := quote.Elsewhere(o.Network.ID, o.Asset); {
	case asset != nil:
	case elsewhere != nil:
		flaw("wrong_asset", high, 40, "The token is "+elsewhere.Symbol+" of "+elsewhere.Network+", but the quote says "+quote.Shown(o.Network.ID, longestWord)+", where another contract may be at that address.")
	default:
		flaw("unknown_asset", high, 40, "The token is not one that is known here, so its worth cannot be told.")
	}

	if asset != nil && asset.Name != "" && o.Name != "" && (o.Name != asset.Name || o.NameVersion != asset.Version) {
		severity := low // its name on another network is a mistake, one that it has nowhere is another token's
		if !quote.Named(o.Name) {
			severity = high
		}
		flaw("wrong_token_domain", severity, 10, "Signatures made with the token name and version of the quote are not valid for this token: payments will fail.")
	}
	if asset != nil && o.Decimals != nil && *o.Decimals != int64(asset.Decimals) {
		flaw("wrong_asset", high, 40, "The quote gives the token other decimals than it has: what it shows as the price is not what is paid.")
	}
	switch {
	case o.Ended:
		flaw("malformed_quote", high, 40, "It leaves no time in which an authorization would be valid.")
	case o.Timeout > absurdTimeout:
		flaw("long_timeout", high, 30, "It wants an authorization that stays valid for more than a day.")
	case o.Timeout > longestTimeout:
		flaw("long_timeout", low, 10, "It wants an authorization that stays valid for more than an hour.")
	}

	if !slices.Contains(schemes, o.Scheme) {
		flaw("unknown_scheme", high, 20, "Its payment scheme is not one of "+strings.Join(schemes, ", ")+".")
	}
	if o.Loose {
		flaw("nonstandard_quote", low, 10, "The amount is a number where the protocol wants a string: strict clients refuse it.")
	}

	return out
}

// flawsOfAnswer are the flaws of the 402 as a whole.
func (j *judging) flawsOfAnswer(offers []quote.Offer) []finding {
	var out []finding
	flaw := func(signal, severity string, points int, text string) {
		out = append(out, finding{
			signal:   signal,
			severity: severity,
			points:   points,
			text:     text,
		})
	}

	for _, f := range j.probe.quote.Flaws {
		switch f {
		case quote.HeaderUnreadable:
			flaw("malformed_header", medium, 20, "The "+quote.HeaderRequired+" header cannot be read, so that buyers of version 2 fail.")
		case quote.BodyV2:
			flaw("nonstandard_quote", low, 10, "A version 2 quote is in the body only; buyers look for it in the "+quote.HeaderRequired+" header.")
		case quote.TooManyOffers:
			flaw("nonstandard_quote", low, 0, "It offers more ways to pay than are looked at.")
		}
	}

	if parted(offers) {
		flaw("malformed_quote", high, 40, "The two versions of its quote name different networks.")
	}
	if host := j.soldElsewhere(); host != "" {
		flaw("quote_of_another_host", high, 60,
			"Its quote is for something on "+host+": what is paid for may not be what this URL gives.")
	}

	if !slices.ContainsFunc(offers, func(o quote.Offer) bool { return !o.Network.Testnet }) {
		flaw("testnet_only", medium, 0, "It is paid in test tokens only, which are worth nothing.")
	}
	return out
}

// parted says whether a quote has both versions, and they have no network in common.
func parted(offers []quote.Offer) bool {
	first := ofVersion(offers, 1)
	second := ofVersion(offers, 2)
	shared := func(o quote.Offer) bool {
		return slices.ContainsFunc(second, func(w quote.Offer) bool { return w.Network.ID == o.Network.ID })
	}
	return len(first) > 0 && len(second) > 0 && !slices.ContainsFunc(first, shared)
}

// soldElsewhere is the host of the resource in the quote. It is "" if the URL's owner owns that too, or if the
// quote has no full URL.
func (j *judging) soldElsewhere() string {
	sold, err := url.Parse(j.probe.quote.Resource)
	if err != nil || sold.Hostname() == "" || sameOwner(sold, j.url) {
		return ""
	}
	return clip.Shown(sold.Hostname(), longestHost)
}

// longestHost is how much an answer shows of a host named by a seller.
const longestHost = 80

// price compares the price with the catalogue, and version 1 of the quote with version 2: the same scores 100, up
// to twice as much 60, more 10. Without anything to compare with, a price counts only if it is absurd or rises between
// the looks.
func (j *judging) price() (int, bool) {
	offers, _ := j.offers()
	ratio, compared := j.worstRatio(offers)
	dearest, known := dearestUSD(offers)
	limit := absurdUnusual
	if j.usual.IsPositive() {
		limit = decimal.Max(absurdLeast, j.usual.Mul(absurdTimes))
	}

	score := 100
	two := decimal.NewFromInt(2)
	switch {
	case compared && ratio.GreaterThan(fraudTimes):
		score = 10
		j.find("price_above_catalogue", critical, 90, "It asks for %s times the price that is listed or that the other version of its quote has.", ratio.Round(2))
	case compared && ratio.GreaterThan(two):
		score = 10
		j.find("price_above_catalogue", high, 90, "It asks for %s times the price that is listed or that the other version of its quote has.", ratio.Round(2))
	case compared && ratio.GreaterThan(decimal.NewFromInt(1)):
		score = 60
		j.find("price_above_catalogue", medium, 40, "It asks for %s times the price that is listed or that the other version of its quote has.", ratio.Round(2))
	}

	if known && dearest.GreaterThan(limit) {
		severity := high
		if compared && score == 100 {
			severity = medium // it is what its listing says
		} else {
			score = 10
			compared = true
		}
		j.find("price_above_peers", severity, 100-score, "%s USD for one call is far above what others ask (limit %s USD).", dearest.Round(6), limit.Round(6))
	}

	if steady := j.steadyPrice(); steady < 100 {
		return min(score, steady), true
	}
	return score, compared
}

// worstRatio is the largest ratio of a price to the listed price for the same token, or to the price in the other
// version of the quote. Agreement between the versions says nothing about the price.
func (j *judging) worstRatio(offers []quote.Offer) (worst decimal.Decimal, ok bool) {
	listed := j.evidence.listing.accepts()
	for _, o := range offers {
		units, priced := o.Units()
		if !priced {
			continue
		}

		if most := dearestLike(o, listed); most.IsPositive() {
			worst = decimal.Max(worst, units.Div(most))
			ok = true
		}

		if other := dearestLike(o, ofVersion(offers, 3-o.Version)); other.IsPositive() {
			if here := dearestLike(o, ofVersion(offers, o.Version)); here.GreaterThan(other) {
				worst = decimal.Max(worst, here.Div(other))
				ok = true
			}
		}
	}
	return worst, ok
}

// dearestLike is the highest price among the offers for o's token, or zero.
func dearestLike(o quote.Offer, offers []quote.Offer) (most decimal.Decimal) {
	for _, w := range offers {
		if u, priced := w.Units(); priced && w.Network.ID == o.Network.ID && quote.SameAddress(w.Asset, o.Asset) {
			most = decimal.Max(most, u)
		}
	}
	return most
}

func ofVersion(offers []quote.Offer, version int) []quote.Offer {
	var out []quote.Offer
	for _, o := range offers {
		if o.Version == version {
			out = append(out, o)
		}
	}
	return out
}

func dearestUSD(offers []quote.Offer) (most decimal.Decimal, ok bool) {
	for _, o := range offers {
		if usd, known := worth(o); known {
			most = decimal.Max(most, usd)
			ok = true
		}
	}
	return most, ok
}

// worth is an offer's price in USD, if the token is known and has a value.
func worth(o quote.Offer) (decimal.Decimal, bool) {
	asset := quote.KnownAsset(o.Network.ID, o.Asset)
	units, ok := o.Units()
	if asset == nil || !ok || o.Network.Testnet {
		return decimal.Zero, false
	}
	return asset.USD(units), true
}
