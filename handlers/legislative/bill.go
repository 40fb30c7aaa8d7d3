package legislative

import (
	"context"
	"strings"

	gen "github.com/farebox/farebox/gen/legislative"
	"github.com/farebox/farebox/handlers/legislative/lifecycle"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/congressgov"
)

// maxSummary is the length of summaries, in characters: those of large acts have hundreds of thousands.
const maxSummary = 5000

// LegislativeBill answers GET /legislative/bill: a measure, and the stages it went through.
func (h *Handlers) LegislativeBill(
	ctx context.Context, req gen.LegislativeBillRequestObject,
) (gen.LegislativeBillResponseObject, error) {
	p := req.Params
	m, err := measureOf(p.BillID, p.Congress, p.BillType, p.BillNumber, h.now())
	if err != nil {
		return nil, err
	}
	f, err := h.find(ctx, m)
	if err != nil {
		return nil, err
	}

	f.sayUnread()
	answer := gen.LegislativeBill200JSONResponse{
		BillID:    m.String(),
		Lifecycle: []gen.LegislativeStep{},
		Sources:   f.sources,
		Partial:   f.partial(),
	}
	if f.record == nil {
		return answer, nil
	}

	course := f.course(m, h.now())
	answer.Found = true
	answer.Bill = f.bill(m)
	answer.CurrentStage = orNull[gen.LegislativeBillAnswerCurrentStage](course.Current)
	answer.Terminal = &course.Terminal
	answer.StatusNote = orNull[gen.LegislativeBillAnswerStatusNote](course.Note)
	answer.Lifecycle = steps(course)
	return answer, nil
}

func steps(course lifecycle.Course) []gen.LegislativeStep {
	return each.Of(course.Steps, func(s lifecycle.Step) gen.LegislativeStep {
		return gen.LegislativeStep{
			Stage:   gen.LegislativeStage(s.Stage),
			Date:    response.OrNull(s.Date),
			Chamber: orNull[gen.LegislativeStepChamber](s.Chamber),
			Text:    response.OrNull(s.Text),
		}
	})
}

// bill is the record as the route shows it.
func (r *record) bill(m measure) *gen.LegislativeBill {
	b := &gen.LegislativeBill{
		BillID:          m.String(),
		Congress:        m.congress,
		Type:            m.kind,
		Number:          m.number,
		Title:           response.OrNull(r.title),
		IntroducedDate:  response.Day(r.introduced),
		OriginChamber:   gen.LegislativeBillOriginChamberSenate,
		CosponsorsCount: r.cosponsors,
		PolicyArea:      response.OrNull(r.policyArea),
		LatestAction:    r.latest,
		Summary:         response.OrNull(clip.Shown(plain(r.summary), maxSummary)),
		URL:             m.page(),
	}

	if m.house() {
		b.OriginChamber = gen.LegislativeBillOriginChamberHouse
	}
	if b.Summary != nil {
		b.SummaryVersion = response.OrNull(r.version)
	}

	if r.page != "" {
		b.URL = r.page
	}

	if r.sponsor != nil {
		b.Sponsor = &gen.LegislativeSponsor{
			Name:       r.sponsor.name,
			Party:      response.OrNull(r.sponsor.party),
			State:      response.OrNull(r.sponsor.state),
			BioguideID: response.OrNull(r.sponsor.id),
		}
	}

	for _, l := range r.laws {
		if l.kind == string(congressgov.PrivateLaw) {
			b.PrivateLaw = response.OrNull(l.number)
		} else {
			b.PublicLaw = response.OrNull(l.number)
		}
	}

	return b
}

func latest(date, text string) *gen.LegislativeAction {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	return &gen.LegislativeAction{
		ActionDate: response.Day(date),
		Text:       text,
	}
}

// latestOf is the latest action in congress.gov's own terms.
func latestOf(a *congressgov.Latest) *gen.LegislativeAction {
	if a == nil {
		return nil
	}
	return latest(a.Date, a.Text)
}
