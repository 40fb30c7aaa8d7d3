package passportindex

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestDaysAreHeldToTheirContract(t *testing.T) { samples.Each(t, daysAreHeldToTheirContract) }

func daysAreHeldToTheirContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  Provider.BaseURL + "/passport-index.json",
			Body: read("passport-index/passport-index_slice.json"),
		},
		Others: []upstreamtest.Answer{{
			URL:  Provider.BaseURL + "/passport-index-tidy-iso2.csv",
			Type: "text/plain",
			Body: read("passport-index/passport-index-tidy-iso2_slice.csv"),
		}},
		Required: []string{"US.*.status"},
		Optional: []string{"US.*.days"},
		Call:     func(ctx context.Context, pool *upstream.Pool) error { return New(pool).Table.Refresh(ctx) },
	}.Hold(t)
}

// TestTheOwnCountryIsThatOfThePassport: the table's word for it is of no other country.
func TestTheOwnCountryIsThatOfThePassport(t *testing.T) {
	for line, good := range map[string]bool{
		"US,US,-1": true,
		"US,JP,-1": false,
		"US,US,90": false,
	} {
		if _, err := readCSV(strings.NewReader("Passport,Destination,Requirement\n" + line + "\n")); (err == nil) != good {
			t.Errorf("%s: %v", line, err)
		}
	}
}
