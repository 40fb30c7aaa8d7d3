package response

import (
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/upstream"
)

// Sources are the outcomes of sources that were asked side by side, as answers list them.
func Sources[T any](fused upstream.Fused[T]) []shared.Source {
	list := make([]shared.Source, 0, len(fused))
	for _, outcome := range fused {
		list = append(list, Source(outcome.Name, outcome.Err))
	}
	return list
}

// Source is one that was asked and gave err, nil when it answered.
func Source(name string, err error) shared.Source {
	return shared.Source{
		Name:   name,
		Status: shared.SourceStatus(upstream.StatusOf(err)),
	}
}

// Skipped is a source that was not asked, with the reason.
func Skipped(name, why string) shared.Source {
	return shared.Source{
		Name:   name,
		Status: shared.SourceStatusSkipped,
		Detail: OrNull(why),
	}
}

// List is a list held in memory, in the version that the answer goes by: as_of is when its publisher last confirmed it,
// detail what it holds.
func List(s upstream.ListStatus) shared.Source {
	source := shared.Source{
		Name:      s.ID,
		Status:    shared.SourceStatus(s.State),
		AsOf:      s.CheckedAt,
		FetchedAt: s.FetchedAt,
		Detail:    OrNull(s.Title),
	}
	if s.FetchedAt != nil {
		source.Records = new(s.Records)
	}
	return source
}

// NewCoverage is how many of total parts were evaluated, and the names of those that were not.
func NewCoverage(total int, missing []string) shared.Coverage {
	coverage := shared.Coverage{
		Evaluated: total - len(missing),
		Total:     total,
		Missing:   append([]string{}, missing...),
	}
	if total > 0 {
		coverage.Ratio = float64(coverage.Evaluated) / float64(total)
	}
	return coverage
}
