package dev

import (
	"context"
	"time"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/npmdownloads"
)

const (
	trendDays   = 30   // the length of each of the two spans that the trend compares
	trendChange = 10.0 // percent from which on downloads rise or fall
	lagDays     = 3    // the newest days that may be 0 because they are not counted yet
	busy        = 20   // downloads a day from which on a day without any was not counted
	countedDays = 20   // of each span must have been counted for a trend
)

// counts is what is known about a package's downloads.
type counts struct {
	day, week, month *int64
	change           *float64 // of the last trendDays against those before, in percent
	incomplete       bool     // the trend could not be had
}

func (h *Handlers) downloads(ctx context.Context, ecosystem gen.DevPackageEcosystem, name string) (*counts, error) {
	today := h.now().UTC()
	yesterday := today.AddDate(0, 0, -1)
	byDay := map[string]int64{}

	switch ecosystem {
	case gen.Npm:
		days, err := h.npm.Range(ctx, name, today.AddDate(0, 0, -2*trendDays-lagDays).Format(time.DateOnly), yesterday.Format(time.DateOnly))
		if err != nil {
			return nil, err
		}
		newest := ""
		for _, d := range days {
			byDay[d.Day] = d.Downloads
			newest = max(newest, d.Day)
		}
		at, _ := time.Parse(time.DateOnly, newest)
		if old := upstream.TooOld(npmdownloads.Provider.Name, at, today, (lagDays+2)*24*time.Hour); old != nil {
			return nil, old // days that it does not list are not days without downloads
		}
		return countsOf(byDay, yesterday), nil

	case gen.Cargo:
		days, err := h.crates.Days(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, d := range days {
			byDay[d.Date] = d.Downloads
		}
		return countsOf(byDay, yesterday), nil

	default:
		recent, err := h.pypi.Recent(ctx, name)
		if err != nil {
			return nil, err
		}
		c := &counts{
			day:   &recent.LastDay,
			week:  &recent.LastWeek,
			month: &recent.LastMonth,
		}
		days, err := h.pypi.Days(ctx, name)
		if err != nil {
			c.incomplete = true
			return c, nil // the trend is null, and the answer partial
		}
		for _, d := range days {
			byDay[d.Date] = d.Downloads
		}
		c.change = countsOf(byDay, yesterday).change
		return c, nil
	}
}

// countsOf sums up downloads by day up to last, the newest day that is over. A day without an entry has none, but for
// the newest ones, which may not be counted yet, and for those of a package that has many: its counter was out then.
// A sum over such a day is not known, and the trend compares the means of the days that were counted.
func countsOf(byDay map[string]int64, last time.Time) *counts {
	if len(byDay) == 0 {
		return &counts{}
	}

	first := ""
	begun := "" // the first day with a download
	for day, downloads := range byDay {
		if first == "" || day < first {
			first = day
		}
		if downloads > 0 && (begun == "" || day < begun) {
			begun = day
		}
	}

	for range lagDays {
		if byDay[last.Format(time.DateOnly)] == 0 {
			last = last.AddDate(0, 0, -1)
		}
	}

	// sum is of the days that are from to to-1 days before the last one, and says how many of them have an entry.
	sum := func(from, to int) (n int64, entries int) {
		for i := from; i < to; i++ {
			downloads := byDay[last.AddDate(0, 0, -i).Format(time.DateOnly)]
			n += downloads
			if downloads > 0 {
				entries++
			}
		}
		return n, entries
	}
	now, nowDays := sum(0, trendDays)
	before, beforeDays := sum(trendDays, 2*trendDays)
	isBusy := now+before >= busy*2*trendDays
	known := func(days int) *int64 {
		n, entries := sum(0, days)
		isNew := last.AddDate(0, 0, 1-days).Format(time.DateOnly) < begun
		if isBusy && entries < days && !isNew {
			return nil
		}
		return &n
	}
	c := &counts{
		day:   known(1),
		week:  known(7),
		month: known(trendDays),
	}

	if first > last.AddDate(0, 0, 1-2*trendDays).Format(time.DateOnly) || before == 0 {
		return c
	}

	if !isBusy {
		nowDays = trendDays
		beforeDays = trendDays
	}
	if nowDays < countedDays || beforeDays < countedDays {
		return c
	}
	mean := float64(before) / float64(beforeDays)
	c.change = new(response.Round(100*(float64(now)/float64(nowDays)-mean)/mean, 1))
	return c
}

// describe puts the counts into the answer.
func (c *counts) describe(answer *gen.DevPackage200JSONResponse) {
	answer.Downloads.LastDay = c.day
	answer.Downloads.LastWeek = c.week
	answer.Downloads.LastMonth = c.month
	if c.change == nil || answer.AgeDays != nil && *answer.AgeDays < 2*trendDays {
		return // a package younger than the two spans rises from nothing
	}
	trend := gen.Stable
	switch {
	case *c.change >= trendChange:
		trend = gen.Rising
	case *c.change <= -trendChange:
		trend = gen.Falling
	}
	answer.Signals.DownloadTrend = &trend
	answer.Signals.DownloadChangePct = c.change
}
