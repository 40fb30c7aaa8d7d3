package osha

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/osha"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/dol"
)

// maxListed is how many names and cities of an employer are shown.
const maxListed = 20

// employer is an establishment name in a state. Two names that differ in more than punctuation and the numbers of a
// store and a visit are two employers, legal forms too: CHEWY, LLC and CHEWY INC are not merged.
type employer struct {
	name        string
	state       string
	score       int              // how well the name matches
	inspections []dol.Inspection // the latest first
	read        []dol.Inspection // those whose violations were read
	violations  []dol.Violation  // that were not taken back
}

var (
	storeNumber = regexp.MustCompile(`(?i)[\s,-]*(\b(store|unit|plant|branch|location|no)\b\.?\s*)?#\s*\d+\s*$|` +
		`[\s,-]*\b(store|branch|unit)\s+(no\.?\s*)?\d+\s*$`)
	visitNumber = regexp.MustCompile(`^\d{5,}\s+-\s+`)
	punctuated  = regexp.MustCompile(`[^\pL\pN&]+`)
)

// bare is a name without the number of a store, and without the one that programs of states put in front, another at
// each visit: 317731489 - BOB'S RED MILL.
func bare(name string) string {
	name = visitNumber.ReplaceAllString(strings.TrimSpace(name), "")
	return cmp.Or(strings.TrimSpace(storeNumber.ReplaceAllString(name, "")), name)
}

// key tells employers apart.
func key(i dol.Inspection) [2]string {
	return [2]string{
		strings.TrimSpace(punctuated.ReplaceAllString(strings.ToUpper(bare(i.Name)), " ")),
		strings.ToUpper(response.OrZero(i.State)),
	}
}

// employers groups the inspections, the best matching names first, then those inspected most.
func (h *Handlers) employers(q question, inspections []dol.Inspection) []*employer {
	byKey := map[[2]string]*employer{}
	var list []*employer
	for _, i := range inspections {
		k := key(i)
		e := byKey[k]
		if e == nil {
			e = &employer{
				name:  bare(i.Name),
				state: k[1],
			}
			e.score = h.score(q, e.name)
			byKey[k] = e
			list = append(list, e)
		}
		e.inspections = append(e.inspections, i)
	}

	for _, e := range list {
		slices.SortStableFunc(e.inspections, func(a, b dol.Inspection) int {
			return strings.Compare(b.Opened, a.Opened)
		})
	}
	slices.SortStableFunc(list, func(a, b *employer) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score),
			cmp.Compare(len(b.inspections), len(a.inspections)),
			strings.Compare(a.name, b.name),
			strings.Compare(a.state, b.state),
		)
	})
	return list
}

// score is how well a name matches the one asked for, 0 for names that cannot be compared.
func (h *Handlers) score(q question, name string) int {
	form, err := h.names.Prepare(names.Company, name, "US")
	if err != nil {
		return 0
	}
	return min(max(int(h.names.Score(q.form, form)+0.5), 0), 100)
}

// shown is the employer as the route shows it; known says whether its violations were read.
func (e *employer) shown(known bool, now time.Time) gen.OshaEmployer {
	latest := e.inspections[0]
	out := gen.OshaEmployer{
		Name:                e.name,
		Names:               []string{},
		State:               response.OrNull(e.state),
		MatchScore:          e.score,
		Inspections:         len(e.inspections),
		FirstInspectionDate: day(e.inspections[len(e.inspections)-1].Opened),
		LastInspectionDate:  day(latest.Opened),
		Reasons:             []gen.Reason{},
		ActivityNumbers:     []string{},
		URL:                 searchFor(latest),
	}

	for _, i := range e.inspections {
		out.Names = appendNew(out.Names, strings.TrimSpace(i.Name))
		out.Cities = appendNew(out.Cities, strings.TrimSpace(response.OrZero(i.City)))
		if i.CloseCase == nil {
			out.OpenCases++
		}
		if isAccident(i) {
			out.AccidentInspections++
		}
		out.Naics = cmp.Or(out.Naics, response.OrNull(strings.TrimSpace(response.OrZero(i.NAICS))))
	}

	for _, i := range e.read {
		out.ActivityNumbers = append(out.ActivityNumbers, number(i.Activity))
	}
	if known {
		e.judge(&out, now)
	}

	return out
}

// searchFor is the public search that finds an inspection: its own page goes by a number that the data do not tell. The
// names of the form have small letters, without which nothing is found.
func searchFor(i dol.Inspection) string {
	form := url.Values{
		"p_logger":           {"1"},
		"establishment":      {i.Name},
		"state":              {cmp.Or(response.OrZero(i.State), "all")},
		"officetype":         {"all"},
		"office":             {"all"},
		"sitezip":            {""},
		"p_case":             {"all"},
		"p_violations_exist": {"both"},
	}

	if opened := day(i.Opened); opened != nil {
		for n, part := range strings.Split(*opened, "-") {
			unit := []string{"year", "month", "day"}[n]
			form.Set("start"+unit, part)
			form.Set("end"+unit, part)
		}
	}
	return site + "search?" + form.Encode()
}

func appendNew(list []string, text string) []string {
	if text == "" || len(list) == maxListed || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// isAccident is true of inspections for an accident (A), or for a fatality or catastrophe (M).
func isAccident(i dol.Inspection) bool {
	return response.OrZero(i.Type) == "A" || response.OrZero(i.Type) == "M"
}

// hasGaps says whether one of the violations does not tell what is scored.
func (e *employer) hasGaps() bool {
	return slices.ContainsFunc(e.violations, isIncomplete) || e.untyped() > 0
}

func isIncomplete(v dol.Violation) bool {
	return !isCode(v.Type) || v.Issued == nil || v.Current == nil
}

// isCode says whether a type is one of the letters that the Department has for them.
func isCode(kind *string) bool { return kind != nil && len(*kind) == 1 && *kind >= "A" && *kind <= "Z" }

// untyped is how many inspections do not tell what they were for.
func (e *employer) untyped() int {
	n := 0
	for _, i := range e.inspections {
		if !isCode(i.Type) {
			n++
		}
	}
	return n
}
