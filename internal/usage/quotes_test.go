package usage

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestQuotesAreListedAsTheSettingSays(t *testing.T) {
	quote := func(second float64, route string) Event {
		return Event{
			Time:    time.Unix(1000, 0).Add(time.Duration(second * float64(time.Second))),
			Route:   route,
			Outcome: OutcomeQuoted,
		}
	}
	paid := quote(0.1, "a")
	paid.Outcome = OutcomePaid
	came := []Event{
		quote(0, "a"), quote(0.5, "a"), paid, quote(0.6, "b"), quote(0.9, "b"), quote(1, "a"), quote(1.9, "a"), paid,
	}

	for setting, want := range map[string]string{
		"all":     "++++++++",
		"sampled": "+-++-+-+",
		"":        "+-++-+-+",
		"none":    "--+----+",
	} {
		synctest.Test(t, func(t *testing.T) {
			which, err := ParseQuotes(setting)
			if err != nil {
				t.Fatal(err)
			}
			m := &memory{}
			r := NewRecorder(m, RecorderOptions{Quotes: which})
			for _, e := range came {
				r.Record(e)
			}
			if err := r.Close(t.Context()); err != nil {
				t.Fatal(err)
			}

			var got strings.Builder
			for _, batch := range m.batches {
				for _, e := range batch {
					got.WriteString(map[bool]string{true: "-", false: "+"}[e.Unlisted])
				}
			}
			if got.String() != want {
				t.Errorf("%q lists %s, want %s", setting, got.String(), want)
			}
		})
	}

	if _, err := ParseQuotes("some"); err == nil {
		t.Error("some was taken for a setting")
	}
}
