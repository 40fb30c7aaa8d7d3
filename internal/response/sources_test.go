package response

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/upstream"
)

func TestSourceSaysHowItTookPart(t *testing.T) {
	for _, c := range []struct {
		err  error
		want shared.SourceStatus
	}{
		{nil, shared.SourceStatusOk},
		{upstream.NotFound.Errorf("none"), shared.SourceStatusEmpty},
		{upstream.RateLimited.Errorf("later"), shared.SourceStatusRateLimited},
		{upstream.NotConfigured.Errorf("no key"), shared.SourceStatusNotConfigured},
		{upstream.Warming.Errorf("loading"), shared.SourceStatusWarming},
		{upstream.BadResponse.Errorf("garbage"), shared.SourceStatusError},
		{upstream.Unavailable.Errorf("slow: %w", context.DeadlineExceeded), shared.SourceStatusTimeout},
		{fmt.Errorf("whatever"), shared.SourceStatusError},
	} {
		t.Run(string(c.want), func(t *testing.T) {
			if got := Source("one", c.err); got.Name != "one" || got.Status != c.want {
				t.Errorf("%v gives %+v", c.err, got)
			}
		})
	}
}

// TestWhatStoppedIsStale: a source that was read in time may have nothing new to say.
func TestWhatStoppedIsStale(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		why  string
		err  error
		age  time.Duration
		want shared.SourceStatus
	}{
		{"of today", nil, time.Hour, shared.SourceStatusOk},
		{"as old as usual", nil, 72 * time.Hour, shared.SourceStatusOk},
		{"older", nil, 73 * time.Hour, shared.SourceStatusStale},
		{"a failure stays one", upstream.BadResponse.Errorf("garbage"), 73 * time.Hour, shared.SourceStatusError},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := Until(Source("one", c.err), now.Add(-c.age), now, 72*time.Hour)
			told := got.AsOf != nil && got.AsOf.Equal(now.Add(-c.age)) && got.Detail != nil
			if got.Status != c.want || told != (c.want == shared.SourceStatusStale) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestListThatOutlivedItselfShowsItsOwnDate: that its publisher confirms it today makes it no list of today.
func TestListThatOutlivedItselfShowsItsOwnDate(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	status := upstream.ListStatus{
		Title:     "A list",
		State:     upstream.StatusStale,
		CheckedAt: &now,
		Outlived:  true,
		StatedAt:  now.AddDate(-1, 0, 0),
	}
	if got := List(status); !got.AsOf.Equal(status.StatedAt) || *got.Detail != "A list: the newest data end at 2025-11-20T12:00:00Z" {
		t.Errorf("%+v", got)
	}
	status.StatedAt = time.Time{}
	if got := List(status); got.AsOf != nil || *got.Detail != "A list: the list has lost its date" {
		t.Errorf("without a date: %+v", got)
	}
}

func TestListHasRecordsOnlyOnceItWasLoaded(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	loaded := List(upstream.ListStatus{
		ID:          "tor",
		Title:       "Tor exits",
		Attribution: "The Tor Project",
		URL:         "https://check.torproject.org/",
		State:       "ok",
		FetchedAt:   &at,
		CheckedAt:   &at,
	})
	warming := List(upstream.ListStatus{ID: "tor", State: "warming"})

	if loaded.Records == nil || *loaded.Records != 0 || !loaded.AsOf.Equal(at) ||
		*loaded.Detail != "Tor exits; The Tor Project" ||
		*loaded.URL != "https://check.torproject.org/" {
		t.Errorf("loaded: %+v", loaded)
	}
	if warming.Records != nil || warming.FetchedAt != nil || warming.Detail != nil || warming.URL != nil {
		t.Errorf("warming: %+v", warming)
	}
}

func TestAnswerIsPartialWhenASourceFailed(t *testing.T) {
	ok := Source("one", nil)
	if Partial(nil) || Partial([]shared.Source{ok, Skipped("two", "not needed")}) {
		t.Error("partial without a failure")
	}
	if !Partial([]shared.Source{ok, Source("two", upstream.RateLimited.Errorf("later"))}) {
		t.Error("not partial though a source failed")
	}
}

func TestTermsAreNamedOnceBesideWhatTheSourceHolds(t *testing.T) {
	for _, c := range []struct{ what, attribution, want string }{
		{"Tranco", "", "Tranco"},
		{"", "GLEIF, CC0 1.0", "GLEIF, CC0 1.0"},
		{"Tranco", "Tranco (Le Pochat et al.)", "Tranco (Le Pochat et al.)"},
		{"abuse.ch URLhaus (malware)", "abuse.ch URLhaus", "abuse.ch URLhaus (malware)"},
		{"Countries", "DB-IP", "Countries; DB-IP"},
	} {
		if got := Credited(c.what, c.attribution); got != c.want {
			t.Errorf("%q and %q: %q", c.what, c.attribution, got)
		}
	}
}

func TestAnswerHoldsForItsOldestSource(t *testing.T) {
	at := func(day int) *time.Time { return new(time.Date(2026, 11, day, 8, 0, 0, 0, time.UTC)) }
	for _, c := range []struct {
		why     string
		sources []shared.Source
		want    *time.Time
	}{
		{"nothing was read", []shared.Source{{}}, nil},
		{"one", []shared.Source{{FetchedAt: at(3)}}, at(3)},
		{"the oldest of three, one of which failed", []shared.Source{{FetchedAt: at(5)}, {}, {FetchedAt: at(2)}}, at(2)},
		{"a list of an older day", []shared.Source{{FetchedAt: at(5)}, {AsOf: at(1), FetchedAt: at(6)}}, at(1)},
	} {
		got := AsOf(c.sources)
		if (got == nil) != (c.want == nil) || got != nil && !got.Equal(*c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}
