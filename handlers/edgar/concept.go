package edgar

import (
	"context"
	"errors"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/edgar"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// EdgarConcept answers GET /edgar/concept: one figure over time. A tag that no line of the statements is made from
// takes a second request, for that tag alone.
func (h *Handlers) EdgarConcept(
	ctx context.Context, req gen.EdgarConceptRequestObject,
) (gen.EdgarConceptResponseObject, error) {
	asked, err := readConcept(req.Params.Concept)
	if err != nil {
		return nil, err
	}
	filer, field, err := h.who(req.Params.Ticker, req.Params.Cik)
	if err != nil {
		return nil, err
	}
	g, err := h.gather(ctx, filer, field, false)
	if err != nil {
		return nil, err
	}
	found, err := h.find(ctx, g, asked)
	if err != nil {
		return nil, err
	}
	freq := string(req.Params.Freq)
	periods, err := g.periods(freq)
	if err != nil {
		return nil, err
	}

	list, tags := observations(g, found.concept, periods)
	if len(list) == 0 {
		return nil, problem.NotFound("concept", "%s has reported no %s for its periods with freq=%s",
			g.filer.Name, found.name, freq)
	}
	total := len(list)
	list = list[:min(total, req.Params.Limit)]
	return gen.EdgarConcept200JSONResponse{
		Cik:          g.filer.CIK,
		Ticker:       response.OrNull(g.filer.Ticker),
		EntityName:   response.OrNull(g.filer.Name),
		Concept:      found.name,
		Canonical:    response.OrNull(found.canonical),
		Title:        found.concept.Title,
		TagsUsed:     tags,
		Taxonomy:     response.OrNull(taxonomyOf(tags)),
		Unit:         response.OrNull(g.company.Unit(found.concept)),
		OtherUnits:   append([]string{}, found.others...),
		Freq:         gen.EdgarSeriesFreq(freq),
		Count:        len(list),
		Total:        total,
		Truncated:    total > len(list),
		Observations: list,
		URL:          sec.CompanyURL(g.filer.CIK),
		Sources:      g.sources,
		Partial:      g.partial(),
		Attribution:  attribution,
	}, nil
}

// wish is what a caller asks for: a line of the statements, or a tag.
type wish struct {
	line     *facts.Concept
	taxonomy string // "" where the caller gives none
	tag      string
}

// readConcept reads what is asked for, before anything is looked up. A name in small letters is a line of ours, one
// that begins with a capital or a taxonomy a tag.
func readConcept(text string) (wish, error) {
	text = strings.TrimSpace(text)
	if line := facts.Named(text); line != nil {
		return wish{line: line}, nil
	}

	taxonomy, tag, qualified := strings.Cut(text, ":")
	if !qualified {
		taxonomy = ""
		tag = text
	}
	capital := tag != "" && tag[0] >= 'A' && tag[0] <= 'Z'
	known := !qualified || slices.Contains(taxonomies, strings.ToLower(taxonomy))
	if known && isTag(tag) && (qualified || capital) {
		return wish{taxonomy: strings.ToLower(taxonomy), tag: tag}, nil
	}

	unknown := problem.Invalid("concept", "this is neither a line of the statements nor an XBRL tag; say revenue or "+
		"net_income, or a tag such as us-gaap:Assets")
	return wish{}, unknown.With("candidates", chosen.Near(text, names()))
}

// taxonomies are those that EDGAR has facts of.
var taxonomies = []string{"us-gaap", "ifrs-full", "dei", "srt", "invest", "ecd", "ffd", "cyd", "rr", "vip", "oef"}

// isTag says whether a text has the form of a tag: letters and digits, the first a letter.
func isTag(text string) bool {
	for i, r := range text {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return text != ""
}

func names() []string {
	return response.Each(facts.Concepts(), func(c *facts.Concept) string { return c.Name })
}

// series is what a caller gets: a concept, with the names it has.
type series struct {
	concept   *facts.Concept
	name      string
	canonical string
	others    []string // units that the tag has too
}

// find looks a wish up among what the company reports, and asks for the facts of its tag where they are not at hand.
func (h *Handlers) find(ctx context.Context, g *gathered, asked wish) (series, error) {
	if asked.line != nil {
		return series{
			concept:   asked.line,
			name:      asked.line.Name,
			canonical: asked.line.Name,
		}, nil
	}

	tag := g.company.Tag(asked.taxonomy, asked.tag)
	if tag == "" {
		if line := facts.Named(strings.ToLower(asked.tag)); line != nil && asked.taxonomy == "" {
			return h.find(ctx, g, wish{line: line})
		}
		return series{}, problem.NotFound("concept", "%s has never used the tag %s", g.filer.Name, asked.tag).
			With("candidates", chosen.Near(asked.tag, g.company.Tags))
	}
	if !g.company.Has(tag) {
		taxonomy, name, _ := strings.Cut(tag, ":")
		units, err := h.sec.Concept(ctx, g.filer.CIK, taxonomy, name)
		if errors.Is(err, upstream.NotFound) {
			return series{}, problem.NotFound("concept", "%s has reported nothing under %s", g.filer.Name, tag)
		}
		if err != nil {
			return series{}, err
		}
		g.sources = append(g.sources, response.Source(tagSource, nil))
		g.company = g.company.With(tag, units)
	}

	concept, others := g.company.Single(tag)
	if concept == nil {
		return series{}, problem.NotFound("concept", "%s has reported nothing under %s", g.filer.Name, tag)
	}
	found := series{
		concept: concept,
		name:    tag,
		others:  others,
	}
	if line := facts.Of(tag); line != nil {
		found.canonical = line.Name
	}
	return found, nil
}

// observations are the values of a concept, newest first, and the tags that they are under.
func observations(g *gathered, concept *facts.Concept, periods []facts.Period) ([]gen.EdgarObservation, []string) {
	list := []gen.EdgarObservation{}
	tags := []string{}
	for _, p := range periods {
		v := value(g.filer.CIK, g.company.Value(concept, p))
		if v == nil {
			continue
		}
		o := gen.EdgarObservation{
			Kind:               gen.EdgarObservationKind(p.Kind),
			Label:              p.Label(),
			PeriodStart:        new(p.Start.String()),
			PeriodEnd:          p.End.String(),
			Value:              v.Value,
			Tag:                v.Tag,
			Derived:            v.Derived,
			Filing:             v.Filing,
			Restated:           v.Restated,
			OriginallyReported: v.OriginallyReported,
			SplitAdjusted:      v.SplitAdjusted,
			LaterSplitRatio:    v.LaterSplitRatio,
			Inputs:             v.Inputs,
			Note:               v.Note,
		}
		if concept.Moment() {
			o.PeriodStart = nil
		}
		list = append(list, o)
		if !slices.Contains(tags, v.Tag) {
			tags = append(tags, v.Tag)
		}
	}

	return list, tags
}

// taxonomyOf is the taxonomy of all tags, "" when they are of several.
func taxonomyOf(tags []string) string {
	var one string
	for _, tag := range tags {
		taxonomy, _, _ := strings.Cut(tag, ":")
		if one != "" && one != taxonomy {
			return ""
		}
		one = taxonomy
	}
	return one
}
