package pdok

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const free = "https://api.pdok.nl/bzk/locatieserver/search/v3_1/free"

func TestRecordedEntries(t *testing.T) {
	w := upstreamtest.New(t, upstreamtest.Answer{URL: free, Body: string(samples.Read(t, "pdok-nl/free.json"))})
	got, err := New(w.Pool(t, nil)).Search(t.Context(), "Nieuwezijds Voorburgwal 147, Amsterdam")
	want := Place{
		Lat:         52.37316398,
		Lon:         4.89089949,
		Kind:        "adres",
		Label:       "Nieuwezijds Voorburgwal 147, 1012RJ Amsterdam",
		HouseNumber: "147",
		Street:      "Nieuwezijds Voorburgwal",
		Postcode:    "1012RJ",
		City:        "Amsterdam",
		Province:    "Noord-Holland",
	}
	if err != nil || got[0] != want || got[1].Kind != "weg" || got[1].HouseNumber != "" {
		t.Errorf("%+v %v", got, err)
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for body, want := range map[string]upstream.Kind{
		`{"response":{"numFound":0,"docs":[]}}`:              upstream.NotFound,
		`{"error":"x"}`:                                      upstream.BadResponse,
		`{"response":{"docs":[{"type":"adres"}]}}`:           upstream.BadResponse,
		`{"response":{"docs":[{"centroide_ll":"POINT(a)"}]}`: upstream.BadResponse,
	} {
		w := upstreamtest.New(t, upstreamtest.Answer{URL: free, Body: body})
		if _, err := New(w.Pool(t, nil)).Search(t.Context(), "x"); upstream.KindOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestEntriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: free, Body: `{"response":{"numFound":1,"docs":[{"type":"adres","weergavenaam":"Straat 1, Stad",
"huisnummer":1,"straatnaam":"Straat","postcode":"1012RJ","woonplaatsnaam":"Stad","provincienaam":"P",
"centroide_ll":"POINT(4.8 52.3)"}]}}`},
		Required: []string{
			"response", "response.numFound", "response.docs", "response.docs[].type", "response.docs[].weergavenaam",
			"response.docs[].huisnummer", "response.docs[].straatnaam", "response.docs[].centroide_ll",
		},
		Optional: []string{
			"response.docs[].postcode", "response.docs[].provincienaam",
		},
		NoRecord: []upstreamtest.Answer{{Body: `{"response":{"numFound":0,"docs":[]}}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, "x")
			return err
		},
	}.Hold(t)
}
