package preflight

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/each"
)

// unstable are the findings about a seller whose later quotes are not its first: there is nothing to pin.
var unstable = []string{"quote_unstable", "payee_unstable", "price_unstable"}

const (
	betweenLooks = 2 * time.Second
	laterTime    = 4 * time.Second // for both later looks
	visitTime    = probeTime + betweenLooks + laterTime
	inputName    = "input" // added where a request has no input of its own
)

// variedTimes is the multiple of the first price above which another input does not explain the price.
var variedTimes = decimal.NewFromInt(10)

// visit is everything a seller answered: the probe, and the later looks at a quote that it gave.
type visit struct {
	first probe
	later []look
}

// look is a later request for the quote.
type look struct {
	probe
	varied bool // it had another input, so that its price may differ
}

// visit probes the URL. A seller that quotes is asked again, some seconds later: once the same, and once with another
// input. A seller that shows one quote to a first visitor and another to a buyer has to tell them apart.
func (h *Handlers) visit(ctx context.Context, u *url.URL) (visit, error) {
	first, err := h.probe(ctx, u)
	v := visit{first: first}
	if err != nil || len(first.quote.Offers) == 0 || !h.pause(ctx, betweenLooks) {
		return v, err
	}

	ctx, cancel := context.WithTimeout(ctx, laterTime)
	defer cancel()
	v.later = append(v.later, look{probe: h.askAgain(ctx, u, first.body)})
	other, body := otherInput(u, first.body)
	v.later = append(v.later, look{probe: h.askAgain(ctx, other, body), varied: true})
	return v, nil
}

// askAgain is the answer to a later request; a failure on our side leaves it empty.
func (h *Handlers) askAgain(ctx context.Context, u *url.URL, body []byte) probe {
	p, err := h.ask(ctx, u, body)
	if err != nil {
		return probe{}
	}
	return p
}

// otherInput is the same request with another input: another value of the query's last parameter, or one more
// parameter. A number is followed by the next number.
func otherInput(u *url.URL, body []byte) (*url.URL, []byte) {
	if body != nil {
		return u, []byte(`{"` + inputName + `":"2"}`)
	}

	other := *u
	query := u.Query()
	last := ""
	for name := range query {
		last = max(last, name)
	}

	switch n, err := strconv.Atoi(query.Get(last)); {
	case last == "":
		query.Set(inputName, "2")
	case err == nil:
		query.Set(last, strconv.Itoa(n+1))
	default:
		query.Set(last, query.Get(last)+"2")
	}
	other.RawQuery = query.Encode()
	return &other, nil
}

// steadyQuote compares the best offer with the later looks: its token and network have to be offered again.
func (j *judging) steadyQuote(best quote.Offer) (points int) {
	changed := false
	for _, l := range j.later {
		again := sameToken(best, l.quote.Offers)
		switch {
		case slices.Contains([]outcome{movedAway, unsafeRedirect, badTLS}, l.outcome):
			changed = true
		case len(l.quote.Offers) == 0:
		case len(again) == 0:
			changed = true
		case !l.varied:
			j.confirmed = true
		}
	}

	switch {
	case changed:
		j.find("quote_unstable", high, 60, "Asked again some seconds later, it wants another token or network, or sends buyers elsewhere.")
		return 60
	case !j.confirmed:
		j.find("not_confirmed", low, 10, "It gave no quote to compare with when it was asked again some seconds later.")
		return 10
	}

	return 0
}

// steadyPayee reports whether all looks name the same receivers for the same token.
func (j *judging) steadyPayee() bool {
	first, _ := j.offers()
	for _, l := range j.later {
		again, _ := j.onNetwork(l.quote.Offers)
		if disagree(first, again) || disagree(again, first) {
			j.find("payee_unstable", high, 100-changedPayee, "Asked again some seconds later, it names another receiver.")
			return false
		}
	}
	return true
}

// steadyPrice is the score of the price by the later looks, 100 if it did not rise. With another input it may, within
// bounds.
func (j *judging) steadyPrice() int {
	first, _ := j.offers()
	same := decimal.Zero
	varied := decimal.Zero
	for _, l := range j.later {
		again, _ := j.onNetwork(l.quote.Offers)
		for _, o := range again {
			units, priced := o.Units()
			before := dearestLike(o, first)
			switch {
			case !priced || !before.IsPositive():
			case l.varied:
				varied = decimal.Max(varied, units.Div(before))
			default:
				same = decimal.Max(same, units.Div(before))
			}
		}
	}

	worst := decimal.Max(same, varied)
	switch {
	case worst.GreaterThan(fraudTimes):
		j.find("price_unstable", critical, 90, "Asked again some seconds later, it wants %s times as much.", worst.RoundCeil(2))
		return 10
	case same.GreaterThan(decimal.NewFromInt(2)), varied.GreaterThan(variedTimes):
		j.find("price_unstable", high, 90, "Asked again some seconds later, it wants %s times as much.", worst.RoundCeil(2))
		return 10
	case same.GreaterThan(decimal.NewFromInt(1)):
		j.find("price_unstable", medium, 40, "Asked again some seconds later, it wants %s times as much.", same.RoundCeil(2))
		return 60
	}
	return 100
}

// sameToken are the offers for o's token on its network.
func sameToken(o quote.Offer, offers []quote.Offer) []quote.Offer {
	return each.Where(offers, func(w quote.Offer) bool {
		return w.Network.ID == o.Network.ID && quote.SameAddress(w.Asset, o.Asset)
	})
}
