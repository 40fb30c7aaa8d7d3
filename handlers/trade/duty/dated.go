package duty

import (
	"time"

	"github.com/farebox/farebox/internal/dated"
)

// GoodFor is how long a reading stays valid: actions come every few weeks.
const GoodFor = 60 * 24 * time.Hour

// Dated declares the tables of additional duties, preferences and fees.
func Dated() (dated.Table, error) {
	tables, err := Load()
	if err != nil {
		return dated.Table{}, err
	}
	return tables.Dated(), nil
}

// Dated declares these tables.
func (t *Tables) Dated() dated.Table {
	return dated.Table{
		Name: "us_tariff_measures",
		Holds: "Additional duties of chapter 99 with their lists of products, preferences, user fees and embargoes: " +
			Revision + " of the schedule.",
		Source:    "Federal Register, Customs and Border Protection, U.S. International Trade Commission; each row names its own",
		URL:       "https://hts.usitc.gov",
		AsOf:      dated.DayOf(t.AsOf),
		GoodUntil: dated.DayOf(t.AsOf.Add(GoodFor)),
		Renew:     "Hold the tables against the schedule, as docs/tariff-tables.md says.",
		Routes:    []string{"/trade/tariff"},
	}
}
