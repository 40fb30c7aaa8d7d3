package response

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// Sources are the outcomes of sources that were asked side by side, as answers list them.
func Sources[T any](fused upstream.Fused[T]) []shared.Source {
	return each.Of(fused, func(outcome upstream.Outcome[T]) shared.Source {
		return Read(outcome.Name, outcome.Reads, outcome.Err)
	})
}

// Read is a source that was asked and gave err, with the time of the answers that it gave: see [upstream.WithReads]. It
// is stale when one was kept past its time, or has data older than its provider's Lasts.
func Read(name string, reads *upstream.Reads, err error) shared.Source {
	source := Source(name, err)
	if err != nil && source.Status != shared.SourceStatusEmpty {
		return source
	}

	source.FetchedAt = Moment(new(reads.FetchedAt()))
	if err != nil || !reads.Stale() {
		return source
	}
	source.Status = shared.SourceStatusStale
	if ended := reads.Ended(); !ended.IsZero() {
		source.AsOf = Moment(&ended)
		source.Detail = new(endsAt(ended))
	}
	return source
}

// Ask asks the source with that name, and tells the outcome and the age of the data.
func Ask[T any](
	ctx context.Context, name string, call func(context.Context) (T, error),
) (got T, source shared.Source, err error) {
	ctx, reads := upstream.WithReads(ctx)
	got, err = call(ctx)
	return got, Read(name, reads, err), err
}

// Partial is true when a source that should have had a say had none; see [upstream.Lacking].
func Partial(sources []shared.Source) bool {
	return slices.ContainsFunc(sources, func(s shared.Source) bool { return upstream.Lacking(string(s.Status)) })
}

// Source is one that was asked and gave err, nil when it answered.
func Source(name string, err error) shared.Source {
	return shared.Source{
		Name:   name,
		Status: shared.SourceStatus(upstream.StatusOf(err)),
		Detail: OrNull(upstream.WhyNoList(err)),
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
// or the list's own date if that is too old, detail what it holds and whom its terms ask to name.
func List(s upstream.ListStatus) shared.Source {
	source := shared.Source{
		Name:      s.ID,
		Status:    shared.SourceStatus(s.State),
		AsOf:      Moment(s.CheckedAt),
		FetchedAt: Moment(s.FetchedAt),
		URL:       OrNull(s.URL),
		Detail:    OrNull(Credited(s.Title, s.Attribution)),
	}

	switch {
	case s.Why != "":
		source.Detail = new(s.Title + ": " + s.Why)
	case s.Outlived && s.StatedAt.IsZero():
		source.AsOf = nil
		source.Detail = new(s.Title + ": the list has lost its date")
	case s.Outlived:
		source.AsOf = Moment(&s.StatedAt)
		source.Detail = new(s.Title + ": " + endsAt(s.StatedAt))
	}
	if s.FetchedAt != nil {
		source.Records = new(s.Records)
	}
	return source
}

// Until is a source whose newest data hold for a time, where the question was for how things are now: stale once they
// are older than usual, which is how often the source publishes, its delay and holidays. A source that stopped keeps
// its last value forever, and says so nowhere.
func Until(source shared.Source, newest, now time.Time, usual time.Duration) shared.Source {
	if source.Status == shared.SourceStatusOk && now.Sub(newest) > usual {
		source.Status = shared.SourceStatusStale
		source.AsOf = Moment(&newest)
		source.Detail = new(endsAt(newest))
	}
	return source
}

func endsAt(newest time.Time) string {
	return "the newest data end at " + newest.UTC().Format(time.RFC3339)
}

// Credited is what a source holds, with the words that its terms ask to be shown.
func Credited(what, attribution string) string {
	switch {
	case strings.HasPrefix(what, attribution):
		return what
	case strings.HasPrefix(attribution, what):
		return attribution
	}
	return what + "; " + attribution
}

// AsOf is the time for which an answer holds that was made from sources: the oldest of the times for which they hold,
// by their own word, else by when they were read. It is null when that is not known of any.
func AsOf(sources []shared.Source) *time.Time {
	var oldest *time.Time
	for _, s := range sources {
		at := cmp.Or(s.AsOf, s.FetchedAt)
		if at != nil && (oldest == nil || at.Before(*oldest)) {
			oldest = at
		}
	}
	return Moment(oldest)
}
