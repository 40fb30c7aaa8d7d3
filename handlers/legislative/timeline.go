package legislative

import (
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/legislative"
	"github.com/farebox/farebox/handlers/legislative/lifecycle"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// LegislativeTimeline answers GET /legislative/timeline: the recorded actions on a measure from a day on. Its stage is
// that of the whole history.
func (h *Handlers) LegislativeTimeline(
	ctx context.Context, req gen.LegislativeTimelineRequestObject,
) (gen.LegislativeTimelineResponseObject, error) {
	p := req.Params
	m, err := measureOf(p.BillID, p.Congress, p.BillType, p.BillNumber, h.now())
	if err != nil {
		return nil, err
	}
	since, err := sinceOf(p.Since, p.WindowDays, h.now())
	if err != nil {
		return nil, err
	}
	f, err := h.find(ctx, m)
	if err != nil {
		return nil, err
	}

	answer := gen.LegislativeTimeline200JSONResponse{
		BillID:  m.String(),
		Since:   response.OrNull(since),
		Events:  []gen.LegislativeEvent{},
		Sources: f.sources,
		Partial: response.Partial(f.sources), // other unread parts are not in this answer
	}
	if f.record == nil {
		return answer, nil
	}

	course := f.course(m, h.now())
	answer.Found = true
	answer.Title = response.OrNull(f.title)
	answer.CurrentStage = orNull[gen.LegislativeTimelineAnswerCurrentStage](course.Current)
	answer.Terminal = &course.Terminal
	answer.StatusNote = orNull[gen.LegislativeTimelineAnswerStatusNote](course.Note)
	var undated bool
	answer.Events, undated = events(f.actions, since)
	answer.Partial = answer.Partial || undated
	answer.Count = len(answer.Events)
	answer.Total = len(f.actions)
	return answer, nil
}

// sinceOf is the first day of the events, empty for all of them. Days are those of Washington, which lie behind ours
// by up to five hours: a window of one day always has yesterday in it.
func sinceOf(since *string, window *int, now time.Time) (string, error) {
	switch {
	case since != nil && window != nil:
		return "", problem.Invalid("since", "give since or window_days, not both")
	case window != nil:
		return now.UTC().AddDate(0, 0, -*window).Format(time.DateOnly), nil
	case since == nil:
		return "", nil
	}

	day, err := time.Parse(time.DateOnly, strings.TrimSpace(*since))
	if err != nil {
		return "", problem.Invalid("since", "since must be a day such as 2022-08-07")
	}
	if day.After(now) {
		return "", problem.Invalid("since", "since must not be after today")
	}
	return day.Format(time.DateOnly), nil
}

// events are the actions from a day on, the newest first. Within a day they stay as the source has them: the Senate's
// actions have no time to go by. One without a day is left out, and undated says so.
func events(actions []lifecycle.Action, since string) (list []gen.LegislativeEvent, undated bool) {
	list = make([]gen.LegislativeEvent, 0, len(actions))
	for _, a := range actions {
		if response.Day(a.Date) == nil {
			undated = true
			continue
		}
		if a.Date < since {
			continue
		}
		list = append(list, gen.LegislativeEvent{
			Date:       a.Date,
			Time:       response.OrNull(a.Time),
			Stage:      orNull[gen.LegislativeEventStage](a.Stage()),
			Type:       response.OrNull(a.Type),
			Chamber:    orNull[gen.LegislativeEventChamber](a.Chamber()),
			Source:     orNull[gen.LegislativeEventSource](a.Source),
			Text:       a.Text,
			ActionCode: response.OrNull(a.Code),
		})
	}

	slices.SortStableFunc(list, func(a, b gen.LegislativeEvent) int { return strings.Compare(b.Date, a.Date) })
	return list, undated
}
