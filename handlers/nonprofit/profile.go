package nonprofit

import (
	"context"
	"errors"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/irs"
	"github.com/farebox/farebox/internal/upstream/propublica"
)

// NonprofitProfile answers GET /nonprofit/profile: the lists and ProPublica side by side. The master file says who the
// organisation is; ProPublica's copy of it is used when the file itself has no say.
func (h *Handlers) NonprofitProfile(
	ctx context.Context, req gen.NonprofitProfileRequestObject,
) (gen.NonprofitProfileResponseObject, error) {
	ein, err := readEIN(req.Params.Ein)
	if err != nil {
		return nil, err
	}
	var p parts
	fused := upstream.FuseInto(ctx, &p,
		upstream.Part("irs", 0,
			func(ctx context.Context) (*facts, error) { return h.gather(ctx, ein), nil },
			func(p *parts, f *facts) { p.facts = f }),
		upstream.Part(srcProPublica, budget,
			func(ctx context.Context) (*propublica.Record, error) { return h.explorer.Record(ctx, ein) },
			func(p *parts, r *propublica.Record) { p.record = r }),
	)
	if p.facts == nil {
		return nil, fused.Failure("irs")
	}
	asked := fused.Failure(srcProPublica)
	if !p.facts.found() && p.record == nil {
		return nil, nobodyHas(p.facts, asked)
	}

	answer := h.profile(&p)
	answer.Sources = append(h.sources(p.facts), explored(fused[1].Reads, asked))
	answer.Partial = response.Partial(answer.Sources)
	answer.AsOf = response.AsOf(answer.Sources)
	return gen.NonprofitProfile200JSONResponse(answer), nil
}

// parts is what the sources gave; record is nil when ProPublica gave none.
type parts struct {
	facts  *facts
	record *propublica.Record
}

// nobodyHas is the error of an EIN that no source gave: a 404 when all were asked, else that of one that was not.
func nobodyHas(f *facts, asked error) error {
	if found := f.foundOnAny(); found != nil && errors.Is(asked, upstream.NotFound) {
		return problem.NotFound("ein", "neither the IRS's lists nor ProPublica have an organisation with this EIN")
	}
	for _, err := range []error{f.masterErr, f.listedErr, f.revokedErr, asked} {
		if err != nil && !errors.Is(err, upstream.NotFound) {
			return err
		}
	}
	return asked
}

func (h *Handlers) profile(p *parts) gen.NonprofitProfile {
	f := p.facts
	row := f.master
	notes := f.notes()
	if row == nil && p.record != nil {
		row = copied(&p.record.Organization)
		notes = append(
			notes,
			"Names, address and codes are from ProPublica's copy of the master file, which may be older.",
		)
	}

	answer := gen.NonprofitProfile{
		Ein:            written(f.ein),
		Status:         f.state(),
		Subsection:     f.subsection(),
		Deductible:     f.deductible(),
		MasterFile:     masterFile(row),
		GroupExemption: f.group(),
		Revocation:     f.revocation(),
		Notes:          notes,
		CheckedAt:      h.checkedAt(),
		Attribution:    attribution,
		Disclaimer:     disclaimer,
	}
	_, answer.DeductibilityCodes = f.codes()
	if name := f.name(); name != nil {
		answer.Name = *name
	}
	if row != nil {
		describe(&answer, row)
	}
	if p.record != nil {
		answer.URL = new(propublica.Page(f.ein))
		if returns := returnsOf(p.record); len(returns) > 0 {
			answer.LatestReturn = new(returns[0].shown())
			answer.Metrics = new(metrics(returns))
		}
	}
	return answer
}

// describe fills in who the organisation is by its row.
func describe(answer *gen.NonprofitProfile, row *irs.Organization) {
	answer.Name = row.Name
	answer.OtherName = response.OrNull(row.SortName)
	answer.Address = gen.NonprofitAddress{
		Street: response.OrNull(row.Street),
		City:   response.OrNull(row.City),
		State:  response.OrNull(row.State),
		Zip:    response.OrNull(row.ZIP),
	}
	answer.Subsection = subsection(row.Subsection)
	answer.Ntee = fieldOfWork(row.NTEE)
}

// copied is ProPublica's copy of a row of the master file, in the form of that.
func copied(o *propublica.Organization) *irs.Organization {
	oneDigit := func(code *int) string {
		if code == nil {
			return ""
		}
		return strconv.Itoa(*code)
	}
	yyyymm := func(date string) string { // of YYYY-MM-DD
		if len(date) < len("2020-12") {
			return ""
		}
		return strings.ReplaceAll(date[:len("2020-12")], "-", "")
	}

	return &irs.Organization{
		EIN:           o.EIN,
		Name:          o.Name,
		SortName:      o.SortName,
		Street:        o.Address,
		City:          o.City,
		State:         stateCode(o.State),
		ZIP:           o.ZIP,
		Subsection:    twoDigits(o.Subsection),
		Affiliation:   oneDigit(o.Affiliation),
		Ruling:        yyyymm(o.RulingDate),
		Deductibility: oneDigit(o.Deductibility),
		Foundation:    twoDigits(o.Foundation),
		Form:          oneDigit(o.Form),
		Status:        twoDigits(o.Status),
		TaxPeriod:     yyyymm(o.TaxPeriod),
		NTEE:          o.NTEE,
	}
}

// stateCode is the two letters of a state that may be given by its name; anything else is unchanged.
func stateCode(text string) string {
	if s, ok := usstate.Find(text); ok {
		return s.Code
	}
	return text
}
