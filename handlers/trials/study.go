package trials

import (
	"cmp"
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/trials"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/ctgov"
)

const maxLocations = 20

// TrialsStudy answers GET /trials/study.
func (h *Handlers) TrialsStudy(
	ctx context.Context, req gen.TrialsStudyRequestObject,
) (gen.TrialsStudyResponseObject, error) {
	nct, err := identifier(req.Params.Nct)
	if err != nil {
		return nil, err
	}

	study, err := h.registry.Protocol(ctx, nct)
	if err != nil {
		return nil, failedFor(nct, err)
	}

	answer := gen.TrialsStudy200JSONResponse(studyOf(study))
	answer.Note = response.OrNull(aliasNote(nct, study))
	return answer, nil
}

// aliasNote notes that an obsolete identifier led to another study.
func aliasNote(asked string, study *ctgov.Study) string {
	id := study.Protocol.Identification.NCT
	if id == asked {
		return ""
	}
	return asked + " is an obsolete or duplicate identifier of " + id
}

func studyOf(study *ctgov.Study) gen.TrialsStudy {
	p := study.Protocol
	return gen.TrialsStudy{
		NctID:           p.Identification.NCT,
		Title:           titleOf(p),
		OfficialTitle:   response.OrNull(p.Identification.OfficialTitle),
		Acronym:         response.OrNull(p.Identification.Acronym),
		Status:          word[gen.TrialsStudyStatus](p.Status.Overall, statuses),
		LastKnownStatus: response.OrNull(p.Status.LastKnown),
		WhyStopped:      response.OrNull(p.Status.WhyStopped),
		Phase:           phasesOf[gen.TrialsStudyPhase](p.Design.Phases),
		StudyType:       word[gen.TrialsStudyStudyType](p.Design.StudyType, studyTypes),
		Design:          designOf(p.Design),
		Conditions:      response.Items(p.Conditions.Conditions),
		Interventions:   interventionsOf(p),
		Arms:            armsOf(p),

		Sponsor:       response.OrNull(p.Sponsors.Lead.Name),
		SponsorClass:  response.OrNull(p.Sponsors.Lead.Class),
		Collaborators: collaboratorsOf(p),
		Enrollment:    enrollmentOf(p.Design),

		StartDate:              day(p.Status.Start),
		PrimaryCompletionDate:  day(p.Status.PrimaryCompletion),
		CompletionDate:         day(p.Status.Completion),
		Dates:                  datesOf(p.Status),
		FirstPostedDate:        day(p.Status.FirstPosted),
		ResultsFirstPostedDate: day(p.Status.ResultsPosted),
		LastUpdateDate:         day(p.Status.LastUpdatePosted),

		PrimaryOutcomes:        outcomesOf(p.Outcomes.Primary),
		SecondaryOutcomesCount: response.OrNull(len(p.Outcomes.Secondary)),
		Eligibility:            eligibilityOf(p),
		LocationsCount:         response.OrNull(len(p.Contacts.Locations)),
		Countries:              countriesOf(p.Contacts.Locations),
		Locations:              locationsOf(p.Contacts.Locations),
		LocationsTruncated:     len(p.Contacts.Locations) > maxLocations,
		HasResults:             study.HasResults,
		URL:                    pageOf(p.Identification.NCT),
		Attribution:            ctgov.Provider.Attribution,
	}
}

// titleOf is the record's title; a withheld record may have only its identifier.
func titleOf(p ctgov.Protocol) string {
	return cmp.Or(p.Identification.BriefTitle, p.Identification.OfficialTitle, p.Identification.NCT)
}

func designOf(d ctgov.Design) gen.TrialsDesign {
	return gen.TrialsDesign{
		Allocation:         response.OrNull(d.Info.Allocation),
		InterventionModel:  response.OrNull(d.Info.InterventionModel),
		Masking:            response.OrNull(d.Info.Masking.Masking),
		PrimaryPurpose:     response.OrNull(d.Info.PrimaryPurpose),
		ObservationalModel: response.OrNull(d.Info.ObservationalModel),
		TimePerspective:    response.OrNull(d.Info.TimePerspective),
	}
}

func interventionsOf(p ctgov.Protocol) []gen.TrialsIntervention {
	var list []gen.TrialsIntervention
	for _, i := range p.Arms.Interventions {
		list = append(list, gen.TrialsIntervention{
			Type:       response.OrNull(i.Type),
			Name:       i.Name,
			OtherNames: i.OtherNames,
		})
	}
	return list
}

func armsOf(p ctgov.Protocol) []gen.TrialsArm {
	var list []gen.TrialsArm
	for _, a := range p.Arms.Arms {
		list = append(list, gen.TrialsArm{
			Label:         a.Label,
			Type:          response.OrNull(a.Type),
			Description:   response.OrNull(a.Description),
			Interventions: a.Interventions,
		})
	}
	return list
}

func collaboratorsOf(p ctgov.Protocol) []string {
	return response.Items(response.Each(p.Sponsors.Collaborators, func(c ctgov.Sponsor) string { return c.Name }))
}

func outcomesOf(outcomes []ctgov.Outcome) []gen.TrialsOutcome {
	var list []gen.TrialsOutcome
	for _, o := range outcomes {
		list = append(list, gen.TrialsOutcome{
			Measure:     o.Measure,
			Description: response.OrNull(o.Description),
			TimeFrame:   response.OrNull(o.TimeFrame),
		})
	}
	return list
}

func eligibilityOf(p ctgov.Protocol) gen.TrialsEligibility {
	e := p.Eligibility
	return gen.TrialsEligibility{
		Sex:               word[gen.TrialsEligibilitySex](e.Sex, []string{"ALL", "FEMALE", "MALE"}),
		MinAge:            response.OrNull(e.MinimumAge),
		MaxAge:            response.OrNull(e.MaximumAge),
		HealthyVolunteers: e.HealthyVolunteers,
		Criteria:          response.OrNull(e.Criteria),
	}
}

// countriesOf are the countries of the locations, most locations first.
func countriesOf(locations []ctgov.Location) []gen.TrialsCountry {
	counts := map[string]int{}
	for _, l := range locations {
		counts[l.Country]++
	}

	var list []gen.TrialsCountry
	for name, count := range counts {
		list = append(list, gen.TrialsCountry{
			Country:     response.OrNull(countryCode(name)),
			CountryName: name,
			Locations:   count,
		})
	}
	slices.SortFunc(list, func(a, b gen.TrialsCountry) int {
		return cmp.Or(cmp.Compare(b.Locations, a.Locations), cmp.Compare(a.CountryName, b.CountryName))
	})
	return list
}

func locationsOf(locations []ctgov.Location) []gen.TrialsLocation {
	var list []gen.TrialsLocation
	for _, l := range locations[:min(len(locations), maxLocations)] {
		place := gen.TrialsLocation{
			Facility:    response.OrNull(l.Facility),
			Status:      response.OrNull(l.Status),
			City:        response.OrNull(l.City),
			State:       response.OrNull(stateOf(l)),
			Country:     response.OrNull(countryCode(l.Country)),
			CountryName: response.OrNull(l.Country),
		}
		if l.Point != nil {
			place.Lat = l.Point.Lat
			place.Lon = l.Point.Lon
		}
		list = append(list, place)
	}
	return list
}

// stateOf is two letters for U.S. states, and the registry's words for other countries' provinces.
func stateOf(l ctgov.Location) string {
	if countryCode(l.Country) != "US" {
		return l.State
	}
	if state, ok := usstate.Find(l.State); ok {
		return state.Code
	}
	return l.State
}
