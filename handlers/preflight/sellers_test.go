package preflight

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	. "github.com/farebox/farebox/handlers/preflight/preflighttest"
)

const (
	stranger = "0x17F6AD8Ef982297579C203069C1DbfFE4348c372"
	burned   = "0x000000000000000000000000000000000000dEaD"
	listedAs = "0x7B3e2C1D5F60a9784bC2De9f0A1B2C3D4E5f6071" // on the list of sanctionstest
)

// quotes is a seller with both versions of an offer on Base.
func quotes(o Offer) http.HandlerFunc { return Ask(V2(o), V1(o)) }

// turns is a seller that answers the first request one way and all others another.
func turns(first, later http.HandlerFunc) http.HandlerFunc {
	var asked atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			first(w, r)
			return
		}
		later(w, r)
	}
}

// byInput is a seller that answers a request without a query one way and others another.
func byInput(plain, other http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "" {
			plain(w, r)
			return
		}
		other(w, r)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// seller is one of the set. Its URL is listed with Payee and a price of 4000, unless said.
type seller struct {
	why      string
	answer   http.HandlerFunc
	want     []string // the categories that are right
	path     string   // /v1/rates unless said
	unlisted bool
	pinned   bool // the answer has to give terms to hold the payment to
}

// traps are sellers of whom a buyer has to beware.
func traps() []seller {
	good := quotes(Offer{})
	never := []string{untrusted}
	beware := []string{caution, untrusted}
	test := Offer{Asset: SepoliaUSDC}
	return []seller{
		{why: "another receiver to the second request", answer: turns(good, quotes(Offer{PayTo: stranger})), want: never},
		{
			why: "another receiver to the second request, listed nowhere", want: beware, unlisted: true,
			answer: turns(good, quotes(Offer{PayTo: stranger})),
		},
		{why: "a hundred times the price to the second request", answer: turns(good, quotes(Offer{Amount: "400000"})), want: beware},
		{why: "a million times the price to the second request", answer: turns(good, quotes(Offer{Amount: "4000000000"})), want: never},
		{why: "another receiver for another input", answer: byInput(good, quotes(Offer{PayTo: stranger})), want: never},
		{why: "a hundred times the price for another input", answer: byInput(good, quotes(Offer{Amount: "400000"})), want: beware},
		{why: "a million times the price for another input", answer: byInput(good, quotes(Offer{Amount: "4000000000"})), want: never},
		{why: "another token for another input", answer: byInput(good, quotes(Offer{Asset: stranger})), want: beware},
		{why: "another token to the second request", answer: turns(good, quotes(test)), want: beware},
		{why: "a sanctioned receiver to the second request", answer: turns(good, quotes(Offer{PayTo: listedAs})), want: never},
		{why: "a burn address to the second request", answer: turns(good, quotes(Offer{PayTo: burned})), want: never},
		{
			why: "a redirect to another domain for the second request", want: beware,
			answer: turns(good, http.RedirectHandler("https://elsewhere.example.net/", http.StatusFound).ServeHTTP),
		},
		{
			why: "a redirect into a private network for the second request", want: beware,
			answer: turns(good, http.RedirectHandler("http://169.254.169.254/", http.StatusFound).ServeHTTP),
		},
		{why: "a million times the listed price", answer: quotes(Offer{Amount: "4000000000"}), want: never},
		{why: "another receiver than listed", answer: quotes(Offer{PayTo: stranger}), want: never},
		{
			why: "another receiver than all listed URLs of the host", want: never, path: "/v1/new",
			answer: quotes(Offer{PayTo: stranger}),
		},
		{
			why: "an authorization for a year", want: []string{caution},
			answer: Ask(strings.Replace(V2(Offer{}), "120", "31536000", 1), ""),
		},
		{why: "nothing to pay", answer: quotes(Offer{Amount: "0"}), want: beware},
		{why: "an unknown token", answer: quotes(Offer{Asset: stranger}), want: beware},
		{why: "a test token as real", answer: quotes(test), want: beware},
		{
			why: "the versions name different receivers", want: never,
			answer: Ask(V2(Offer{}), V1(Offer{PayTo: stranger})),
		},
		{why: "the versions ask differently", answer: Ask(V2(Offer{Amount: "40000"}), V1(Offer{})), want: beware},
		{
			why: "a quote for another host", want: beware,
			answer: Ask(strings.ReplaceAll(V2(Offer{}), Host, "elsewhere.example.net"), ""),
		},
	}
}

// honest are sellers that may be paid, most of them without a warning.
func honest() []seller {
	good := quotes(Offer{})
	fine := []string{trusted}
	fair := []string{trusted, caution}
	solana := Offer{
		Network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
		Asset:   "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
		PayTo:   "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
	}
	return []seller{
		{why: "both versions", answer: good, want: fine, pinned: true},
		{why: "version 1", answer: Ask("", V1(Offer{})), want: fine, pinned: true},
		{why: "version 2", answer: Ask(V2(Offer{}), ""), want: fine, pinned: true},
		{why: "cheaper than listed", answer: quotes(Offer{Amount: "3000"}), want: fine, pinned: true},
		{why: "cheaper the second time", answer: turns(good, quotes(Offer{Amount: "3900"})), want: fine, pinned: true},
		{why: "a price that follows the market", answer: turns(good, quotes(Offer{Amount: "4040"})), want: fine},
		{why: "a price by input", answer: byInput(good, quotes(Offer{Amount: "12000"})), want: fine, pinned: true},
		{why: "an input that it refuses", answer: byInput(good, status(400)), want: fine, pinned: true},
		{why: "an input that it does not know", answer: byInput(good, status(404)), want: fine, pinned: true},
		{why: "no time for a second request", answer: turns(good, status(429)), want: fine, pinned: true},
		{why: "a failure at the second request", answer: turns(good, status(502)), want: fine, pinned: true},
		{
			why: "two ways to pay in any order", want: fine, pinned: true,
			answer: turns(Ask(V2(Offer{}, solana), ""), Ask(V2(solana, Offer{}), "")),
		},
		{why: "a receiver in lower case", answer: quotes(Offer{PayTo: strings.ToLower(Payee)}), want: fine, pinned: true},
		{
			why: "lower case the second time", want: fine, pinned: true,
			answer: turns(good, quotes(Offer{PayTo: strings.ToLower(Payee), Asset: strings.ToLower(USDC)})),
		},
		{why: "up to an amount", answer: Ask(V2(Offer{Scheme: "upto"}), ""), want: fine, pinned: true},
		{
			why: "POST only", want: fine, pinned: true,
			answer: func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPost {
					w.WriteHeader(http.StatusMethodNotAllowed)
					return
				}
				good(w, r)
			},
		},
		{why: "a query", answer: good, want: fine, path: "/v1/rates?lane=7", pinned: true},
		{
			why: "an authorization for a day", want: fine, pinned: true,
			answer: Ask(strings.Replace(V2(Offer{}), "120", "86400", 1), ""),
		},
		{why: "a new URL of a listed host", answer: good, want: fair, path: "/v1/new", pinned: true},
		{why: "a new seller", answer: good, want: []string{caution}, unlisted: true, pinned: true},
	}
}

// hostOfSeller is the host of the n-th seller of a set, which the tests' certificate covers.
func hostOfSeller(set string, n int) string { return fmt.Sprintf("%s%d.example.com", set, n) }

// judgeSellers asks about each seller of a set, on a domain two years old.
func judgeSellers(t *testing.T, set string, list []seller) {
	pages := map[string]http.Handler{"elsewhere.example.net": quotes(Offer{})}
	var items []string
	for i, s := range list {
		host := hostOfSeller(set, i)
		pages[host] = s.answer
		if !s.unlisted {
			items = append(items,
				Item("https://"+host+"/v1/rates", Payee, "4000", Used(120, 910, "2026-11-20T09:30:00Z")),
				Item("https://"+host+"/v1/zones", Payee, "4000", ""))
		}
	}

	b := start(t, setting{pages: pages, answers: AnswersWith(items...), stubs: stubs{Created: aged(730)}})
	for i, s := range list {
		t.Run(s.why, func(t *testing.T) {
			path := s.path
			if path == "" {
				path = "/v1/rates"
			}
			a := b.check(t, "https://"+hostOfSeller(set, i)+path)
			if !slices.Contains(s.want, string(a.TrustCategory)) {
				t.Errorf("%s, want %v", line(a), s.want)
			}
			if s.pinned && a.Pin == nil || a.Pin != nil && a.TrustCategory == untrusted {
				t.Errorf("%s: terms %+v", line(a), a.Pin)
			}
		})
	}
}

// laterTraps are a second set, labelled before it was run.
func laterTraps() []seller {
	dear := Offer{Amount: "4000000000"}
	never := []string{untrusted}
	beware := []string{caution, untrusted}
	return []seller{
		{
			why: "the versions name different networks", want: beware,
			answer: Ask(V2(Offer{}), V1(Offer{Network: "base-sepolia", Asset: SepoliaUSDC})),
		},
		{why: "the token of another network", answer: Ask(V2(Offer{Network: "eip155:1"}), ""), want: beware},
		{
			why: "the token under another name", want: beware,
			answer: quotes(Offer{Extra: `{"name":"Tether USD","version":"1"}`}),
		},
		{
			why: "the token with other decimals", want: beware,
			answer: quotes(Offer{Extra: `{"name":"USD Coin","version":"2","decimals":2}`}),
		},
		{
			why: "a redirect to another domain for the first request", want: beware,
			answer: http.RedirectHandler("https://elsewhere.example.net/", http.StatusFound).ServeHTTP,
		},
		{why: "a cheap way to pay before a dear one", answer: Ask(V2(Offer{}, dear), V1(Offer{}, dear)), want: beware},
		{why: "a dear way to pay before a cheap one", answer: Ask(V2(dear, Offer{}), V1(dear, Offer{})), want: beware},
		{
			why: "a second way to pay, to somebody else", want: beware,
			answer: Ask(V2(Offer{}, Offer{PayTo: stranger}), V1(Offer{}, Offer{PayTo: stranger})),
		},
		{
			why: "an authorization that has ended", want: beware,
			answer: Ask(strings.Replace(V2(Offer{}), "120", "0", 1), ""),
		},
		{why: "a part of a unit", answer: quotes(Offer{Amount: "0.004"}), want: beware},
		{why: "less than nothing", answer: quotes(Offer{Amount: "-4000"}), want: beware},
		{why: "the token as the receiver", answer: quotes(Offer{PayTo: USDC}), want: never},
		{
			why: "a host that begins like the seller's", want: beware,
			answer: Ask(strings.ReplaceAll(V2(Offer{}), "https://"+Host, "https://"+Host+"@elsewhere.example.net"), ""),
		},
	}
}

func TestTrapsAreNotTrusted(t *testing.T) { judgeSellers(t, "trap", traps()) }

func TestLaterTrapsAreNotTrusted(t *testing.T) { judgeSellers(t, "later", laterTraps()) }

func TestHonestSellersMayBePaid(t *testing.T) { judgeSellers(t, "honest", honest()) }

// TestPinIsWhatThePaymentIsHeldTo: the receiver, the token, the network and the most that one call costs.
func TestPinIsWhatThePaymentIsHeldTo(t *testing.T) {
	b := start(t, setting{pages: map[string]http.Handler{Host: quotes(Offer{})}})
	a := b.check(t, example)
	if a.Pin == nil {
		t.Fatal(line(a))
	}
	p := *a.Pin
	if p.PayTo != Payee || p.Asset != USDC || p.Network != "eip155:8453" || p.MaxAmountRaw != "4000" || !p.Confirmed {
		t.Errorf("%+v", p)
	}

	for why, s := range map[string]http.HandlerFunc{
		"rises":        turns(quotes(Offer{}), quotes(Offer{Amount: "4040"})),
		"another":      turns(quotes(Offer{}), quotes(Offer{PayTo: stranger})),
		"cannot be":    quotes(Offer{Amount: "0"}),
		"not a 402":    status(200),
		"other token":  byInput(quotes(Offer{}), quotes(Offer{Asset: stranger})),
		"unknown coin": quotes(Offer{Asset: stranger}),
	} {
		b := start(t, setting{pages: map[string]http.Handler{Host: s}})
		if a := b.check(t, example); a.Pin != nil {
			t.Errorf("%s: %+v", why, *a.Pin)
		}
	}

	b = start(t, setting{pages: map[string]http.Handler{Host: turns(quotes(Offer{}), status(503))}})
	if a := b.check(t, example); a.Pin == nil || a.Pin.Confirmed {
		t.Errorf("not quoted again: %+v", a.Pin)
	}
}

// TestMarketsHaveManyReceivers: a receiver that is new at a host of many sellers is not held against it, one at a host
// of a few is a reason for caution.
func TestMarketsHaveManyReceivers(t *testing.T) {
	for _, tt := range []struct {
		payees int
		want   string
	}{{2, "caution"}, {manyPayees, "trusted"}} {
		var items []string
		for i := range tt.payees {
			items = append(items, Item(fmt.Sprintf("https://many.example.com/%d", i), fmt.Sprintf("0x%040x", 0xabc0000+i), "4000", ""))
		}
		b := start(t, setting{
			pages:   map[string]http.Handler{"many.example.com": quotes(Offer{})},
			answers: AnswersWith(items...),
			stubs:   stubs{Created: aged(730)},
		})
		if got := line(b.check(t, "https://many.example.com/new")); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%d receivers: %s", tt.payees, got)
		}
	}
}

// TestOtherInputIsAnotherRequest: the value of the last parameter changes, or there is one more.
func TestOtherInputIsAnotherRequest(t *testing.T) {
	for from, want := range map[string]string{
		"":              "input=2",
		"lane=7":        "lane=8",
		"a=x&symbol=BT": "a=x&symbol=BT2",
	} {
		u := exampleURL
		u.RawQuery = from
		other, body := otherInput(&u, nil)
		if other.RawQuery != want || body != nil || u.RawQuery != from {
			t.Errorf("%q: %q %q", from, other.RawQuery, body)
		}
	}
	if u, body := otherInput(&exampleURL, []byte("{}")); u.String() != exampleURL.String() || string(body) != `{"input":"2"}` {
		t.Errorf("%s %s", u, body)
	}
}
