package dbip

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestRangesOfTheTable(t *testing.T) {
	var got []string
	err := Read(strings.NewReader("45.66.64.0,45.66.127.255,NL\n\"45.67.0.0\",\"45.67.0.255\",\"ZZ\"\n2001:db8::,2001:db8::ffff,DE\n"),
		func(r Row) { got = append(got, r.First.String()+"-"+r.Last.String()+" "+r.Country) })
	if err != nil || strings.Join(got, "; ") != "45.66.64.0-45.66.127.255 NL; 45.67.0.0-45.67.0.255 ZZ; 2001:db8::-2001:db8::ffff DE" {
		t.Errorf("%v, %v", got, err)
	}
	for _, garbage := range []string{"<html>", "1.0.0.0,1.0.0.255", "1.0.0.0,1.0.0.255,OC,AU", "a,b,DE", "1.0.0.0,x,DE"} {
		if err := Read(strings.NewReader(garbage), func(Row) {}); err == nil {
			t.Errorf("%q was read", garbage)
		}
	}
}

func TestFileOfAMonthIsAskedForOnceItIsSurelyThere(t *testing.T) {
	for day, want := range map[string]string{"2026-11-20": "2026-11", "2026-11-04": "2026-11", "2026-11-02": "2026-10", "2026-01-01": "2025-12"} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		world := upstreamtest.New(t, upstreamtest.Answer{URL: "https://download.db-ip.com/free/dbip-country-lite-" + want + ".csv.gz", Body: "x"})
		if _, err := CountryLite(func() time.Time { return at })(New(world.Pool(t, nil))).Do(t.Context()); err != nil {
			t.Errorf("%s: %v, asked %v", day, err, world.Asked())
		}
	}
}
