package env

import (
	"context"
	"errors"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/envirofacts"
)

const reportedBy = "As facilities reported to EPA, mostly by estimate. Facilities under the thresholds of the " +
	"programs need not report, so that no entry is not zero emissions. A name in common does not prove a common owner."

// emissionParts is what the first round of questions finds.
type emissionParts struct {
	emitters []envirofacts.Emitter
	sites    []envirofacts.Site
}

// EnvEmissions answers GET /env/emissions: first the facilities by their own and by their parents' names in both
// programs side by side, then what they reported.
func (h *Handlers) EnvEmissions(
	ctx context.Context, req gen.EnvEmissionsRequestObject,
) (gen.EnvEmissionsResponseObject, error) {
	name, state, err := readOwner(req.Params)
	if err != nil {
		return nil, err
	}

	var found emissionParts
	var sources []gen.Source
	ghgWhole := true
	triWhole := true
	if name != "" {
		fused := upstream.FuseInto(ctx, &found, h.ownerParts(name, state)...)
		if err := fused.Err(); err != nil && !errors.Is(err, upstream.NotFound) {
			return nil, err
		}
		sources = response.Sources(fused)
		ghgWhole = told(fused, srcGHGByName) && told(fused, srcGHGByParent) && len(found.emitters) < envirofacts.MaxRows
		triWhole = told(fused, srcTRIByName) && told(fused, srcTRIByParent) && len(found.sites) < envirofacts.MaxRows
		found.emitters = bearers(h.searched(name), found.emitters, func(e envirofacts.Emitter) []envirofacts.Text {
			return []envirofacts.Text{e.Name, e.Parent}
		})
		found.sites = bearers(h.searched(name), found.sites, func(s envirofacts.Site) []envirofacts.Text {
			return []envirofacts.Text{s.Name, s.Parent}
		})
		if len(found.emitters)+len(found.sites) == 0 {
			if err := h.same.Asks("name", name); err != nil {
				return nil, err
			}
		}
	}

	toxic := toxics{
		name:  name,
		state: state,
		sites: found.sites,
		cut:   !triWhole,
	}
	gases := newGreenhouse(h, name, found.emitters)
	gases.cut = gases.cut || !ghgWhole // those found by one name alone make no total
	second := upstream.FuseInto(ctx, &emissionParts{}, h.amountParts(gases, &toxic)...)
	if err := second.Err(); err != nil {
		return nil, err // facilities without any amounts are not what is asked for
	}
	sources = append(sources, response.Sources(second)...)
	sources = append(sources, skipped(name, gases, toxic)...)

	answer := gen.EnvEmissions200JSONResponse{
		Query: gen.EnvEmissionsReport_Query{
			Name:  response.OrNull(name),
			State: response.OrNull(state),
		},
		Sources:    sources,
		Partial:    response.Partial(sources),
		Disclaimer: reportedBy,
	}
	if name != "" && (ghgWhole || len(found.emitters) > 0) {
		answer.Ghg = gases.answer(second.Failure(srcGHGEmissions) == nil)
	}
	if triWhole || len(found.sites) > 0 {
		answer.Tri = toxic.answer(h)
	}
	return answer, nil
}

// bearers are the rows that have the text as whole words in one of their names, where there are any: SHELLY MATERIALS
// is no plant of Shell, and its emissions are in no sum of those. Else the text is a part of a word, and all are meant;
// two letters, as of BP, are a word.
func bearers[T any](text string, rows []T, namesOf func(T) []envirofacts.Text) []T {
	spaced := func(text string) string { return " " + names.Normalize(text) + " " }
	list := each.Where(rows, func(row T) bool {
		return slices.ContainsFunc(namesOf(row), func(own envirofacts.Text) bool {
			return strings.Contains(spaced(string(own)), spaced(text))
		})
	})
	if list == nil && len(text) > leastLetters {
		return rows
	}
	return list
}

// readOwner takes a name, a state, or both.
func readOwner(params gen.EnvEmissionsParams) (name, state string, err error) {
	if params.Name == nil && params.State == nil {
		return "", "", problem.InvalidCode("name", problem.CodeMissingInput, "give name, state, or both")
	}
	state = response.OrZero(params.State)
	if params.Name != nil {
		if name, err = readName("name", *params.Name); err != nil {
			return "", "", err
		}
		if len(segment(name)) < leastLetters {
			return "", "", problem.Invalid("name", "name must have two letters or digits together")
		}
	}
	return name, state, nil
}

// told is true when the source answered, be it that it has nothing.
func told(fused upstream.Fused[func(*emissionParts)], name string) bool {
	err := fused.Failure(name)
	return err == nil || errors.Is(err, upstream.NotFound)
}

// ownerParts look for facilities by their own name and by their parents'.
func (h *Handlers) ownerParts(name, state string) []upstream.Source[func(*emissionParts)] {
	text := segment(h.searched(name))
	emitters := func(source, column string) upstream.Source[func(*emissionParts)] {
		return upstream.Part(source, tableBudget, func(ctx context.Context) ([]envirofacts.Emitter, error) {
			return upstream.NotNone(h.facts.EmittersBy(ctx, column, text, state))
		}, func(p *emissionParts, list []envirofacts.Emitter) { p.emitters = append(p.emitters, list...) })
	}
	sites := func(source, column string) upstream.Source[func(*emissionParts)] {
		return upstream.Part(source, tableBudget, func(ctx context.Context) ([]envirofacts.Site, error) {
			return upstream.NotNone(h.facts.SitesBy(ctx, column, text, state))
		}, func(p *emissionParts, list []envirofacts.Site) { p.sites = append(p.sites, list...) })
	}
	return []upstream.Source[func(*emissionParts)]{
		emitters(srcGHGByName, "facility_name"),
		emitters(srcGHGByParent, "parent_company"),
		sites(srcTRIByName, "facility_name"),
		sites(srcTRIByParent, "parent_co_name"),
	}
}

// amountParts ask for what the facilities reported, where there are any.
func (h *Handlers) amountParts(gases *greenhouse, toxic *toxics) []upstream.Source[func(*emissionParts)] {
	var parts []upstream.Source[func(*emissionParts)]
	if len(gases.list) > 0 {
		parts = append(parts, upstream.Main(upstream.Part(srcGHGEmissions, tableBudget, gases.ask,
			func(_ *emissionParts, amounts map[string]amounts) { gases.amounts = amounts })))
	}
	if len(toxic.states()) > 0 {
		parts = append(parts, upstream.Main(upstream.Part(srcTRIReleases, fileBudget,
			func(ctx context.Context) (map[string]releases, error) { return h.stateFiles(ctx, toxic.states()) },
			func(_ *emissionParts, files map[string]releases) { toxic.files = files })))
	}
	return parts
}

// skipped are the sources that there was nothing to ask for.
func skipped(name string, gases *greenhouse, toxic toxics) []gen.Source {
	var list []gen.Source
	switch {
	case name == "":
		list = append(list, response.Skipped(srcGHGByName, "greenhouse gases are looked up by name"))
	case len(gases.list) == 0:
		list = append(list, response.Skipped(srcGHGEmissions, "no facility to ask for"))
	}
	if len(toxic.states()) == 0 {
		list = append(list, response.Skipped(srcTRIReleases, "no facility to ask for"))
	}
	return list
}
