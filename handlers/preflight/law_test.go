package preflight

import (
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/preflight/preflighttest"
	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/upstream/bazaar"
)

var (
	networks = []string{"base", "eip155:8453", "eip155:84532", "base-sepolia", "solana", "eip155:137", "mars", ""}
	tokens   = []string{
		preflighttest.USDC,
		preflighttest.SepoliaUSDC,
		strings.ToLower(preflighttest.USDC),
		"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
		"0xA",
		"",
	}
	amounts  = []string{"4000", "8000", "8001", "1", "0", "-1", "x", "", "5000000000", strings.Repeat("9", 78)}
	payeesOf = []string{
		preflighttest.Payee,
		strings.ToLower(preflighttest.Payee),
		"0x17F6AD8Ef982297579C203069C1DbfFE4348c372",
		"0x0000000000000000000000000000000000000000",
		"9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
		"me",
		"",
	}
	outcomes = []outcome{
		notProbed,
		quoted,
		quoted,
		quoted,
		answered,
		wrongMethod,
		limited,
		unreachable,
		badTLS,
		oversized,
		lostInHops,
		movedAway,
		unsafeRedirect,
	}
)

func anyOffer(t *rapid.T) quote.Offer {
	n, _ := quote.ParseNetwork(rapid.SampledFrom(networks).Draw(t, "network"))
	return quote.Offer{
		Version: rapid.IntRange(1, 2).
			Draw(t, "version"),
		Scheme:  rapid.SampledFrom([]string{"exact", "upto", "odd"}).Draw(t, "scheme"),
		Network: n,
		Asset: rapid.SampledFrom(tokens).
			Draw(t, "asset"),
		Amount: rapid.SampledFrom(amounts).Draw(t, "amount"),
		PayTo:  rapid.SampledFrom(payeesOf).Draw(t, "payTo"),
		Timeout: rapid.Int64Range(0, 9000).
			Draw(t, "timeout"),
		Name:        rapid.SampledFrom([]string{"", "USDC", "USD Coin"}).Draw(t, "name"),
		NameVersion: "2",
		Loose:       rapid.Bool().Draw(t, "loose"),
	}
}

func anyResource(t *rapid.T) bazaar.Resource {
	r := bazaar.Resource{
		URL: rapid.SampledFrom([]string{"https://tariff.example.com/v1/rates", "https://tariff.example.com/b", "https://c.example.net/"}).
			Draw(t, "url"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "accepts") {
		o := anyOffer(t)
		r.Accepts = append(
			r.Accepts,
			bazaar.Accept{Scheme: o.Scheme, Network: o.Network.ID, Asset: o.Asset, Amount: o.Amount, PayTo: o.PayTo},
		)
	}
	if rapid.Bool().Draw(t, "used") {
		r.Quality = &bazaar.Quality{
			Payers: rapid.IntRange(0, 200).Draw(t, "payers"), Calls: rapid.IntRange(0, 400).Draw(t, "calls"),
			LastCall: noon().Add(-time.Duration(rapid.IntRange(-5, 90).Draw(t, "idle")) * day),
		}
	}
	return r
}

func anyEvidence(t *rapid.T, squats *typosquat.Detector) *evidence {
	u := exampleURL
	u.Scheme = rapid.SampledFrom([]string{"https", "http"}).Draw(t, "scheme")
	e := &evidence{url: &u, now: noon(), screened: rapid.Bool().Draw(t, "screened"), sanctioned: map[string]string{}}
	e.listing = newIndex(
		bazaar.Catalogue{Resources: rapid.SliceOfN(rapid.Custom(anyResource), 0, 4).Draw(t, "catalogue")},
	).find(&u)
	if rapid.Bool().Draw(t, "with network") {
		n, _ := quote.ParseNetwork(rapid.SampledFrom(networks[:6]).Draw(t, "asked"))
		e.network = &n
	}
	e.probe = probe{
		outcome: rapid.SampledFrom(outcomes).
			Draw(t, "outcome"),
		status: rapid.SampledFrom([]int{200, 402, 404, 500}).Draw(t, "status"),
		secure: rapid.Bool().Draw(t, "secure"),
	}
	if e.probe.outcome == quoted {
		e.probe.quote.Offers = rapid.SliceOfN(rapid.Custom(anyOffer), 0, 5).Draw(t, "offers")
	}
	if len(e.probe.quote.Offers) > 0 {
		for i := range rapid.IntRange(0, 2).Draw(t, "later") {
			again := probe{outcome: quoted}
			again.quote.Offers = rapid.SliceOfN(rapid.Custom(anyOffer), 0, 3).Draw(t, "offered again")
			e.later = append(e.later, look{probe: again, varied: i == 1})
		}
	}
	if rapid.Bool().Draw(t, "aged") {
		at := noon().Add(-time.Duration(rapid.IntRange(-3, 900).Draw(t, "age")) * day)
		e.created = &at
	}
	e.host, _ = hostname.Parse(
		rapid.SampledFrom([]string{"tariff.example.com", "paypa1-login.com", "x.vercel.app", "93.184.215.14"}).
			Draw(t, "host"),
	)
	e.squat = squats.Check(e.host)
	if !e.host.IP {
		e.shared = hostname.PrivateSuffix(e.host.ASCII)
	}
	if rapid.IntRange(0, 9).Draw(t, "blocked") == 0 {
		e.blocklists = []string{"openphish"}
	}
	if rapid.IntRange(0, 4).Draw(t, "sanctions") == 0 {
		e.sanctioned[rapid.SampledFrom(payeesOf[:5]).Draw(t, "sanctioned")] = "ofac"
	}
	return e
}

// TestLawsOfTheVerdict: scores stay within 0 to 100; the caps hold; a grave finding has its effect; the weights add
// up; the order of offers does not matter.
func TestLawsOfTheVerdict(t *testing.T) {
	squats, err := typosquat.Load()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvidence(t, squats)
		v := judge(e)
		if len(v.dimensions) != 7 || (v.uncapped != nil) != (v.tally.Share() >= 0.5) ||
			v.uncapped != nil && v.score == nil {
			t.Fatalf("%+v", v)
		}
		if v.uncapped != nil && (*v.score < 0 || *v.uncapped < *v.score || *v.uncapped > 100) {
			t.Fatalf("%d of %d before the caps", *v.score, *v.uncapped)
		}
		evaluated, weights := 0, 0
		for _, d := range v.dimensions {
			weights += d.weight
			if d.score != nil {
				evaluated++
				if *d.score < 0 || *d.score > 100 {
					t.Fatalf("%s: %d", d.name, *d.score)
				}
			}
		}
		if evaluated < v.evaluated || weights != 100 {
			t.Fatalf("%d of %d evaluated, weights %d", v.evaluated, evaluated, weights)
		}
		has := func(signal string) bool {
			return slices.ContainsFunc(v.findings, func(f finding) bool { return f.signal == signal })
		}
		grave := func(severity string) bool {
			return slices.ContainsFunc(v.findings, func(f finding) bool { return f.severity == severity })
		}
		switch {
		case has("payee_sanctioned") && (v.score == nil || *v.score != 0 || v.category != untrusted):
			t.Fatalf("sanctioned: %d %s", v.score, v.category)
		case has("blocklisted") && (v.score == nil || *v.score > 15 || v.category != untrusted):
			t.Fatalf("blocklisted: %d %s", v.score, v.category)
		case grave(critical) && v.category != untrusted,
			grave(high) && v.category == trusted,
			v.evaluated < 5 && v.category == trusted:
			t.Fatalf("%s with %+v", v.category, v.findings)
		case (v.category == unknown) != (v.score == nil && !grave(critical)):
			t.Fatalf("%s with %.2f of the weight evaluated", v.category, v.tally.Share())
		}
		hundredth := startPoints * 100
		for _, f := range v.findings {
			hundredth -= int(math.Round(f.takes * 100))
		}
		for _, r := range v.why {
			hundredth += int(math.Round(r.Points * 100))
		}
		if got := int(math.Round(float64(hundredth) / 100)); v.uncapped != nil && got != *v.uncapped {
			t.Fatalf("findings leave %d hundredths, the score is %d: %+v", hundredth, *v.uncapped, v.findings)
		}
		for _, f := range v.findings {
			if f.points < 0 || f.points > 100 || f.text == "" || f.dimension == "" {
				t.Fatalf("%+v", f)
			}
		}

		before, _ := e.offers()
		shuffled := *e
		shuffled.probe.quote.Offers = rapid.Permutation(e.probe.quote.Offers).Draw(t, "order")
		w := judge(&shuffled)
		after, _ := shuffled.offers()
		if !reflect.DeepEqual(w.score, v.score) || w.category != v.category ||
			!reflect.DeepEqual(w.dimensions, v.dimensions) ||
			(w.best == nil) != (v.best == nil) {
			t.Fatalf("the order of offers changes %+v to %+v", v, w)
		}
		if v.best != nil &&
			(before[*v.best].PayTo != after[*w.best].PayTo || before[*v.best].Amount != after[*w.best].Amount) {
			t.Fatalf("the order of offers changes the one shown: %+v, %+v", before[*v.best], after[*w.best])
		}
	})
}

// TestEveryAnswerOfASellerCanBeRead: reading and judging any 402 never panics.
func TestEveryAnswerOfASellerCanBeRead(t *testing.T) {
	pieces := []string{
		`{`,
		`}`,
		`[`,
		`]`,
		`"accepts"`,
		`:`,
		`,`,
		`null`,
		`7`,
		`1e99`,
		`"x402Version"`,
		`2`,
		`"payTo"`,
		`"0x"`,
		`"amount"`,
		`"extra"`,
		`"network"`,
		`"base"`,
		"\x00",
		`true`,
	}
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "body"), "")
		if rapid.Bool().Draw(t, "offers") {
			body = `{"x402Version":` + rapid.SampledFrom([]string{"1", "2", `"2"`, "null"}).
				Draw(t, "v") +
				`,"accepts":[` + body + `]}`
		}
		h := http.Header{}
		if rapid.Bool().Draw(t, "header") {
			h.Set(quote.HeaderRequired, rapid.String().Draw(t, "value"))
		}
		e := &evidence{
			url:   &exampleURL,
			now:   noon(),
			probe: probe{outcome: quoted, secure: true, quote: quote.Read(h, []byte(body))},
		}
		v := judge(e)
		answerOf(e, v, nil)
	})
}
