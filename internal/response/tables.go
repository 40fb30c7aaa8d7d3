package response

import (
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/dated"
)

// Table is a table of the program that an answer rests on: stale once its last day is over.
func Table(t dated.Table, now time.Time) shared.Source {
	source := Source(t.Name, nil)
	source.AsOf = Moment(new(t.AsOf.Start()))
	source.URL = OrNull(t.URL)
	return Aged(source, t, now)
}

// Aged is a source that gives what is in a table: one that is well is stale once the last day of the table is over.
func Aged(source shared.Source, t dated.Table, now time.Time) shared.Source {
	if source.Status == shared.SourceStatusOk && t.Past(now) {
		source.Status = shared.SourceStatusStale
		source.Detail = new("this table was good until " + string(t.GoodUntil) + ": what changed since is not in it")
	}
	return source
}

// PastTables are those of the tables that an answer rests on whose last day is over. An answer that does not list its
// tables lists these: nobody takes what is old for new.
func PastTables(now time.Time, tables ...dated.Table) []shared.Source {
	var list []shared.Source
	for _, t := range tables {
		if t.Past(now) {
			list = append(list, Table(t, now))
		}
	}
	return list
}
