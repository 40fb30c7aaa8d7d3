package osha

import (
	"context"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/osha"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dol"
)

const (
	// maxInspections is how many inspections of a name are read, the latest.
	maxInspections = 1000
	// maxOfEmployer and maxRead bound the inspections whose violations are read: of an employer, and in all.
	maxOfEmployer = 100
	maxRead       = 400
	// perRequest is how many inspections are named in one address, which is then 2.5 KB long.
	perRequest = 200
	// maxViolations is how many violations one request gives at most.
	maxViolations = 5000
	// minLetters is the shortest name that is searched for.
	minLetters = 2
)

// question is what was asked for.
type question struct {
	name     string
	form     *names.Form
	patterns []string
	state    string
}

func (h *Handlers) questionOf(p gen.OshaScreenParams) (question, error) {
	form, err := h.names.Prepare(names.Company, p.Name, "US")
	if err != nil {
		return question{}, problem.Invalid("name", "name: %s", err)
	}

	q := question{
		name:     strings.TrimSpace(p.Name),
		form:     form,
		patterns: dol.Patterns(h.names.Plain(p.Name)),
		state:    response.OrZero(p.State),
	}
	if len(q.patterns) == 0 || len(strings.Trim(q.patterns[0], "%")) < minLetters {
		return question{}, problem.Invalid("name", "name must have %d Latin letters or digits besides a legal form",
			minLetters)
	}

	return q, nil
}

// OshaScreen answers GET /osha/screen: the employers that an inspected name may be, each with its record.
func (h *Handlers) OshaScreen(
	ctx context.Context, req gen.OshaScreenRequestObject,
) (gen.OshaScreenResponseObject, error) {
	q, err := h.questionOf(req.Params)
	if err != nil {
		return nil, err
	}
	ctx, reads := upstream.WithReads(ctx)
	inspections, err := h.records.Inspections(ctx, q.patterns, q.state, maxInspections)
	if err != nil {
		return nil, err
	}

	all := h.employers(q, inspections)
	shown := all[:min(len(all), req.Params.Limit)]
	read, failed := h.readViolations(ctx, shown)
	answer := gen.OshaScreen200JSONResponse{
		Query: gen.OshaScreenAnswer_Query{
			Name:  q.name,
			State: response.OrNull(q.state),
		},
		Count:      len(shown),
		Total:      len(all),
		Truncated:  len(all) > len(shown) || len(inspections) >= maxInspections || read.cut,
		Employers:  make([]gen.OshaEmployer, 0, len(shown)),
		Sources:    []shared.Source{source(reads, failed, len(inspections)+read.count)},
		Disclaimer: disclaimer,
	}
	if len(all) == 0 {
		if err := samename.New(h.names).Asks("name", q.name); err != nil {
			return nil, err
		}
		answer.Note = new("No inspected establishment has this name. The employer may be spelled otherwise there, or " +
			"was never inspected: that says nothing about its safety.")
	}
	answer.Partial = response.Partial(answer.Sources) || slices.ContainsFunc(shown, (*employer).hasGaps)
	for _, e := range shown {
		answer.Employers = append(answer.Employers, e.shown(failed == nil, h.now()))
	}
	return answer, nil
}

func source(reads *upstream.Reads, err error, records int) shared.Source {
	s := response.Read(dol.Provider.Name, reads, err)
	s.Records = &records
	s.URL = new(site + "html")
	s.Detail = new(dol.Provider.Attribution)
	if err != nil {
		s.Detail = new("the inspections were read, and not all of their violations")
	}
	return s
}

// violations are those of the employers shown.
type violations struct {
	count int
	cut   bool // not those of all their inspections
}

// readViolations reads the violations of the employers' latest inspections, in a few requests side by side, and gives
// each employer its own.
func (h *Handlers) readViolations(ctx context.Context, shown []*employer) (violations, error) {
	var v violations
	byActivity := map[int64]*employer{}
	var numbers []int64
	share := maxOfEmployer
	if len(shown) > 0 {
		share = min(maxOfEmployer, maxRead/len(shown))
	}
	for _, e := range shown {
		v.cut = v.cut || len(e.inspections) > share
		e.read = e.inspections[:min(len(e.inspections), share)]
		for _, i := range e.read {
			byActivity[i.Activity] = e
			numbers = append(numbers, i.Activity)
		}
	}

	var requests []upstream.Source[[]dol.Violation]
	for chunk := range slices.Chunk(numbers, perRequest) {
		requests = append(requests, upstream.Source[[]dol.Violation]{
			Name: dol.Provider.Name,
			Call: func(ctx context.Context) ([]dol.Violation, error) {
				return h.records.Violations(ctx, chunk, maxViolations)
			},
		})
	}
	type citation struct {
		activity int64
		number   string
	}
	seen := map[citation]bool{}
	for _, o := range upstream.Fuse(ctx, requests...) {
		if o.Err != nil {
			return v, o.Err // a record with a gap would look better than it is
		}
		v.count += len(o.Value)
		v.cut = v.cut || len(o.Value) == maxViolations
		for _, violation := range o.Value {
			e := byActivity[violation.Activity]
			key := citation{violation.Activity, violation.Citation}
			if e == nil || response.OrZero(violation.Deleted) != "" || seen[key] {
				continue
			}
			seen[key] = true
			e.violations = append(e.violations, violation)
		}
	}
	return v, nil
}

// number is an inspection's number as answers give it.
func number(activity int64) string { return strconv.FormatInt(activity, 10) }

// day is the day of a midnight without a zone, null if there is none.
func day(text string) *string {
	date, _, _ := strings.Cut(text, "T")
	return response.Day(date)
}
