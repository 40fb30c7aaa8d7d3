package provider

import (
	"cmp"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

// pages is the public page of a number in the register.
const pages = "https://npiregistry.cms.hhs.gov/provider-view/"

// candidate is a provider of the register, with the likeness of its names to the one asked for.
type candidate struct {
	record *nppes.Record
	score  *int // nil when no name was asked for
	same   bool // one of its names is the one that was asked for
}

// candidateOf compares all names of a record with the one asked for.
func (h *Handlers) candidateOf(record *nppes.Record, q *query) candidate {
	c := candidate{record: record}
	if q.form == nil {
		return c
	}
	all := allNames(record)
	c.same = slices.ContainsFunc(all, func(name string) bool { return h.sameName(q, name) })
	c.score = new(int(math.Round(h.likest(q, all...))))
	if b := record.Basic; q.name != "" && record.Type == nppes.Individual {
		c.same = c.same || h.same.SamePersonInParts(q.name, b.First, b.Middle, b.Last, b.Suffix)
	}
	return c
}

// likest is the score of the likest of some names.
func (h *Handlers) likest(q *query, list ...string) float64 {
	best := 0.0
	for _, name := range list {
		if form, err := h.engine.Prepare(q.form.Kind, name, ""); err == nil {
			best = max(best, h.engine.Score(q.form, form))
		}
	}
	return best
}

// sameName says whether a name is the one that was asked for.
func (h *Handlers) sameName(q *query, name string) bool {
	if q.organization != "" {
		return h.same.Read(q.organization).Proves(h.same.Read(name))
	}
	return h.same.SamePerson(q.name, name)
}

// alike says whether a candidate has a name like the one that was asked for.
func (c candidate) alike() bool { return c.score == nil || *c.score >= names.Threshold }

// shownName is a record's name as answers show it. Parts that the register may leave out have members of their own.
func shownName(r *nppes.Record) string {
	if r.Type == nppes.Organization {
		return r.Basic.Organization
	}
	return spaced(r.Basic.First, r.Basic.Last)
}

// nameOf is a record's whole name, as it is compared.
func nameOf(r *nppes.Record) string {
	if r.Type == nppes.Organization || r.Basic.Organization != "" {
		return r.Basic.Organization
	}
	return spaced(r.Basic.First, r.Basic.Middle, r.Basic.Last, r.Basic.Suffix)
}

// spaced joins the parts of a name that are there. The register writes -- for "none" in some places.
func spaced(parts ...string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(parts, " "), "--", " ")), " ")
}

// otherNames are the further names of a record.
func otherNames(r *nppes.Record) []string {
	others := []string{}
	for _, n := range r.OtherNames {
		name := cmp.Or(n.Organization, spaced(n.First, n.Last))
		if name != "" && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	return others
}

func allNames(r *nppes.Record) []string { return append([]string{nameOf(r)}, otherNames(r)...) }

// primary is the main field of work, nil when none is marked.
func primary(r *nppes.Record) *nppes.Taxonomy {
	at := slices.IndexFunc(r.Taxonomies, func(t nppes.Taxonomy) bool { return t.Primary })
	if at < 0 {
		return nil
	}
	return &r.Taxonomies[at]
}

// practice is the practice location, nil without one. Mailing addresses are not shown: they may be homes.
func practice(r *nppes.Record) *nppes.Address {
	for _, list := range [][]nppes.Address{r.Addresses, r.Practices} {
		for i := range list {
			if list[i].Purpose != "MAILING" {
				return &list[i]
			}
		}
	}
	return nil
}

// states are those of all addresses and licences of a record.
func states(r *nppes.Record) []string {
	var all []string
	put := func(state string) {
		if state != "" && !slices.Contains(all, state) {
			all = append(all, state)
		}
	}
	for _, a := range slices.Concat(r.Addresses, r.Practices) {
		put(a.State)
	}
	for _, t := range r.Taxonomies {
		put(t.State)
	}
	return all
}

// shown is a candidate as answers show it.
func (c *candidate) shown() gen.ProviderRecord {
	r := c.record
	row := gen.ProviderRecord{
		Npi:               string(r.NPI),
		Type:              gen.Individual,
		Name:              shownName(r),
		MiddleName:        response.OrNull(spaced(r.Basic.Middle)),
		Suffix:            response.OrNull(spaced(r.Basic.Suffix)),
		OtherNames:        otherNames(r),
		Credential:        response.OrNull(spaced(r.Basic.Credential)),
		Status:            gen.ProviderRecordStatusUnknown,
		EnumerationDate:   response.Day(r.Basic.Enumerated),
		LastUpdatedDate:   response.Day(r.Basic.Updated),
		CertificationDate: response.Day(r.Basic.Certified),
		Taxonomies:        []gen.ProviderTaxonomy{},
		MatchScore:        c.score,
		URL:               pages + string(r.NPI),
	}

	if r.Type == nppes.Organization {
		row.Type = gen.Organization
	}

	switch r.Basic.Status {
	case nppes.Active:
		row.Status = gen.ProviderRecordStatusActive
	case nppes.Deactivated:
		row.Status = gen.ProviderRecordStatusInactive
	}

	if main := primary(r); main != nil {
		row.PrimaryTaxonomy = new(shownTaxonomy(main))
	}
	for i := range r.Taxonomies {
		row.Taxonomies = append(row.Taxonomies, shownTaxonomy(&r.Taxonomies[i]))
	}

	if a := practice(r); a != nil {
		row.Address = &gen.ProviderAddress{
			Street:  response.OrNull(spaced(a.Line1, a.Line2)),
			City:    response.OrNull(a.City),
			State:   response.OrNull(a.State),
			Zip:     response.OrNull(usaddress.ZIP(a.ZIP)),
			Country: response.OrNull(a.Country),
			Phone:   response.OrNull(a.Phone),
		}
	}

	return row
}

func shownTaxonomy(t *nppes.Taxonomy) gen.ProviderTaxonomy {
	return gen.ProviderTaxonomy{
		Code:        t.Code,
		Description: response.OrNull(t.Desc),
		License:     response.OrNull(t.License),
		State:       response.OrNull(t.State),
		Primary:     t.Primary,
	}
}

func value(score *int) int {
	if score == nil {
		return 0
	}
	return *score
}
