package upstream

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// TestAnswerIsAsOldAsTheCachesOnTheWaySay: the time of an answer is when its provider gave it.
func TestAnswerIsAsOldAsTheCachesOnTheWaySay(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) string { return now.Add(-d).UTC().Format(http.TimeFormat) }
	for _, c := range []struct {
		why   string
		head  map[string]string
		least time.Duration
		stale bool
	}{
		{"from the provider", nil, 0, false},
		{"clocks differ", map[string]string{"Date": ago(40 * time.Second)}, 0, false},
		{"an hour in a cache", map[string]string{"Age": "3600"}, time.Hour, false},
		{"ten days in a cache", map[string]string{"Age": "864000"}, 240 * time.Hour, true},
		{"ten days by its date", map[string]string{"Date": ago(240 * time.Hour)}, 240*time.Hour - time.Second, true},
		{
			"as long as the provider allows",
			map[string]string{"Age": "864000", "Cache-Control": "s-maxage=1209600"},
			240 * time.Hour, false,
		},
		{"stale, as the cache says", map[string]string{"Warning": `110 - "Response is Stale"`}, 0, true},
		{"no age", map[string]string{"Age": "-5", "Date": "yesterday"}, 0, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := client(t, Provider{TTL: time.Hour}, nil, func(w http.ResponseWriter, _ *http.Request) {
				for name, value := range c.head {
					w.Header().Set(name, value)
				}
				fmt.Fprint(w, `{}`)
			})
			if _, err := world.Get("/x").JSON(t.Context(), &struct{}{}); (KindOf(err) == Outdated) != c.stale {
				t.Errorf("where nothing notes what is read: %v", err)
			}
			if _, err := world.Get("/x").Do(t.Context()); (KindOf(err) == Outdated) != c.stale {
				t.Errorf("the bytes alone, where nothing notes what is read: %v", err)
			}
			ctx, _ := WithReads(t.Context())
			for range 2 { // the second time from our own cache
				resp, err := world.Get("/x").Do(ctx)
				if err != nil {
					t.Fatal(err)
				}
				age := time.Since(resp.FetchedAt)
				if age < c.least || age > c.least+time.Minute || resp.Stale != c.stale {
					t.Errorf("an age of %v, stale: %t", age, resp.Stale)
				}
			}
		})
	}
}

// ofDay is an answer that states the day of its data.
type ofDay struct {
	Day string `json:"day,omitempty"`
}

// DataOf implements Dated.
func (o *ofDay) DataOf() time.Time {
	day, _ := time.Parse(time.DateOnly, o.Day)
	return day
}

// TestDataOlderThanTheyLastAreStale: a provider that stopped gives its last data forever, and they come at once.
func TestDataOlderThanTheyLastAreStale(t *testing.T) {
	const week = 7 * 24 * time.Hour
	ago := func(days int) string { return time.Now().AddDate(0, 0, -days).Format(time.DateOnly) }
	for _, c := range []struct {
		why   string
		day   string
		lasts time.Duration
		stale bool
	}{
		{"of yesterday", ago(1), week, false},
		{"of last month", ago(30), week, true},
		{"of no day", "", week, false},
		{"of a provider without a rhythm", ago(30), 0, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			provider := Provider{TTL: time.Hour, Lasts: c.lasts}
			world := client(t, provider, nil, func(w http.ResponseWriter, _ *http.Request) {
				fmt.Fprintf(w, `{"day":%q}`, c.day)
			})
			var got ofDay
			if _, err := world.Get("/x").JSON(t.Context(), &got); (KindOf(err) == Outdated) != c.stale {
				t.Errorf("where nothing notes what is read: %v", err)
			}

			ctx, outer := WithReads(t.Context())
			ctx, reads := WithReads(ctx)
			if _, err := world.Get("/x").JSON(ctx, &got); err != nil { // from our own cache
				t.Fatal(err)
			}
			for _, r := range []*Reads{outer, reads} {
				if r.Stale() != c.stale || c.stale && !r.Ended().Equal(got.DataOf()) {
					t.Errorf("stale: %t, data of %v", r.Stale(), r.Ended())
				}
			}
		})
	}
}

// TestAnswerOfAnotherStatusIsNoAnswer: what is a part, not there yet, or made by a proxy is nobody's word.
func TestAnswerOfAnotherStatusIsNoAnswer(t *testing.T) {
	for _, status := range []int{201, 202, 203, 206, 207, 226} {
		world := client(t, Provider{}, nil, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, `{}`)
		})
		if _, err := world.Get("/x").Do(t.Context()); KindOf(err) != BadResponse {
			t.Errorf("%d: %v", status, err)
		}
		if _, err := world.Get("/x").AcceptStatus(status).Do(t.Context()); err != nil {
			t.Errorf("%d, accepted: %v", status, err)
		}
	}
}
