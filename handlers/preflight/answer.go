package preflight

import (
	"encoding/json"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/preflight"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/response"
)

const disclaimer = "Worked out from public catalogues, unpaid requests and public lists at the time given. " +
	"A seller can answer a paying client otherwise, and figures of use can be farmed. Not financial or legal advice."

func answerOf(e *evidence, v verdict, sources []shared.Source) gen.Preflight200JSONResponse {
	answer := gen.Preflight200JSONResponse{
		URL:             e.url.String(),
		TrustScore:      v.score,
		TrustCategory:   gen.PreflightAnswerTrustCategory(v.category),
		ScoreBeforeCaps: v.uncapped,
		Reasons:         reasonsOf(v),
		Dimensions:      dimensionsOf(v),
		Coverage:        v.tally.Coverage(),
		Confidence:      v.tally.Share(),
		PayeeScreened:   e.screened && len(payees(e)) > 0,
		Catalogue:       catalogueBlock(e),
		Quote:           quoteBlock(e, v),
		Pin:             pinBlock(e, v),
		Sources:         sources,
		Partial:         response.Partial(sources),
		CheckedAt:       e.now.UTC().Truncate(time.Second),
		Disclaimer:      disclaimer,
	}

	if e.network != nil {
		answer.Network = &e.network.ID
	}
	return answer
}

// reasonsOf are the points that a seller starts with and the findings, gravest first. A finding that makes a seller
// untrusted by itself is shown as high; trust_category has the consequence.
func reasonsOf(v verdict) []shared.Reason {
	out := []shared.Reason{{
		Code:     "start",
		Points:   startPoints,
		Severity: shared.ReasonSeverityInfo,
		Detail:   "A seller has 100 points before anything is found against it.",
	}}

	for _, f := range ranked(v.findings) {
		severity := f.severity
		if severity == critical {
			severity = high
		}
		out = append(out, shared.Reason{
			Code:     f.signal,
			Points:   0 - f.takes,
			Severity: shared.ReasonSeverity(severity),
			Detail:   f.text,
		})
	}

	return append(out, v.why...)
}

// dimensionsOf are the seven, each with its gravest finding.
func dimensionsOf(v verdict) gen.PreflightDimensions {
	all := map[string]shared.Dimension{}
	for _, d := range v.dimensions {
		all[d.name] = shared.Dimension{
			Score:     d.score,
			Weight:    float64(d.weight) / 100,
			Evaluated: d.score != nil,
		}
	}

	for _, f := range ranked(v.findings) {
		if d := all[f.dimension]; d.Detail == nil {
			d.Detail = &f.text
			all[f.dimension] = d
		}
	}

	return gen.PreflightDimensions{
		Listing:          all[dimListing],
		Usage:            all[dimUsage],
		Quote:            all[dimQuote],
		PriceConsistency: all[dimPrice],
		Payee:            all[dimPayee],
		Transport:        all[dimTransport],
		Domain:           all[dimDomain],
	}
}

// ranked returns the findings, gravest first.
func ranked(all []finding) []finding {
	order := []string{critical, high, medium, low}
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b finding) int { return slices.Index(order, a.severity) - slices.Index(order, b.severity) })
	return out
}

func catalogueBlock(e *evidence) gen.PreflightCatalogue {
	l := &e.listing
	block := gen.PreflightCatalogue{
		Listed:        l.exact != nil,
		HostListed:    l.known(),
		HostResources: len(l.host),
	}

	r := l.exact
	if r == nil {
		return block
	}

	block.ServiceName = response.OrNull(r.ServiceName)
	block.Method = response.OrNull(r.Method)
	block.UpdatedAt = response.Moment(&r.LastUpdated)
	if q := r.Quality; q != nil {
		block.Payers30D = &q.Payers
		block.Calls30D = &q.Calls
		block.LastCalledAt = exact(q.LastCall)
	}
	return block
}

func quoteBlock(e *evidence, v verdict) *gen.PreflightQuote {
	if v.best == nil {
		return nil
	}
	offers, _ := e.offers()
	o := offers[*v.best]

	block := &gen.PreflightQuote{
		X402Version:  o.Version,
		X402Versions: versionsOf(e.probe.quote.Offers),
		Scheme:       written(o.Scheme),
		Network:      written(o.Network.ID),
		Asset:        written(o.Asset),
		AmountRaw:    written(o.Amount),
		PayTo:        written(o.PayTo),
		Offers:       len(e.probe.quote.Offers),
		Resource:     response.OrNull(quote.Shown(e.probe.quote.Resource, len(e.probe.quote.Resource))),
	}

	if a := quote.KnownAsset(o.Network.ID, o.Asset); a != nil {
		block.AssetSymbol = &a.Symbol
	}
	if usd, ok := worth(o); ok {
		n := json.Number(usd.String())
		block.AmountUSD = &n
	}

	if o.Timeout > 0 {
		block.MaxTimeoutSeconds = &o.Timeout
	}
	return block
}

// pinBlock is what a payment may be held to: the offer shown, if it can be paid and no later look contradicts it. An
// untrusted seller has none.
func pinBlock(e *evidence, v verdict) *gen.PreflightPin {
	if v.best == nil || v.category != trusted && v.category != caution {
		return nil
	}
	if slices.ContainsFunc(v.findings, func(f finding) bool { return slices.Contains(unstable, f.signal) }) {
		return nil
	}

	offers, offered := e.offers()
	o := offers[*v.best]
	_, priced := o.Units()
	if !offered || !priced || !o.ValidPayee() || quote.KnownAsset(o.Network.ID, o.Asset) == nil {
		return nil
	}

	return &gen.PreflightPin{
		Network:      o.Network.ID,
		Asset:        o.Asset,
		PayTo:        o.PayTo,
		MaxAmountRaw: o.Amount,
		Confirmed:    v.confirmed,
	}
}

// written is a seller's text for a member of its quote, or null.
func written(text string) *string { return response.OrNull(quote.Shown(text, longestWord)) }

// longestWord is how many bytes of it are shown.
const longestWord = 128

func versionsOf(offers []quote.Offer) []int {
	out := []int{}
	for _, o := range offers {
		if !slices.Contains(out, o.Version) {
			out = append(out, o.Version)
		}
	}
	slices.Sort(out)
	return out
}

// exact is a time as its source gave it, or nil.
func exact(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
