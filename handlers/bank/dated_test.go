package bank

import (
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
)

// The selection replaces lists that are not loaded. Past its day it says so, as the tables of formats and sanctions
// do.
func TestTablesPastTheirDayAreStaleSources(t *testing.T) {
	for _, c := range []struct {
		table string
		last  time.Time
	}{
		{DatedSelection.Name, DatedSelection.GoodUntil.Start()},
		{DatedFormats.Name, DatedFormats.GoodUntil.Start()},
		{DatedSanctions.Name, DatedSanctions.GoodUntil.Start()},
	} {
		for day, stale := range map[time.Time]bool{c.last: false, c.last.AddDate(0, 0, 1): true} {
			h := handlers(t)
			h.now = func() time.Time { return day }
			sources := h.sources("DE", DatedFormats, DatedSanctions)
			told := slices.ContainsFunc(sources, func(s shared.Source) bool {
				return s.Name == c.table && s.Status == shared.SourceStatusStale
			})
			if told != stale || stale && !response.Partial(sources) {
				t.Errorf("%s on %s: %+v", c.table, day, sources)
			}
		}
	}
}
