package places

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
)

// Finder finds places.
type Finder struct {
	geocoder *censusgeocoder.Client
	list     *upstream.Dataset[*zips]
}

// New declares the list of ZIP codes, which the pool loads and refreshes.
func New(p *upstream.Pool) *Finder {
	return &Finder{geocoder: censusgeocoder.New(p), list: declare(p)}
}

// Place is a requested area with the areas that contain it. Each is nil if unknown or nonexistent.
type Place struct {
	Asked    Area
	Address  string // the street address as matched; empty if none was given
	ZIP      *Area
	County   *Area
	Division *Area
	CBSA     *Area
	State    *Area

	// CountyRatio is the share of the ZIP code's land in County. It is nil without a ZIP code, or if an address
	// determines the county.
	CountyRatio *float64

	// Towns are those of a New England county, or those that a ZIP code there is in. The first one has TownRatio of
	// the ZIP code's land.
	Towns     []Area
	TownRatio float64

	// TownsUnknown is why the towns of a New England county are unknown, if the list is missing.
	TownsUnknown error

	// Divisions are the codes of a divided CBSA's divisions.
	Divisions []string

	// Former marks a county of Connecticut, which planning regions replaced in 2022.
	Former bool
}

// Source is the list of ZIP codes as a source in answers.
func (f *Finder) Source() upstream.ListStatus { return f.list.Status(listTitle) }

// Kind says what a five-digit number is; if empty, it is a ZIP code.
type Kind string

// The kinds.
const (
	KindCBSA   Kind = "cbsa"
	KindCounty Kind = "county"
	kindZIP    Kind = "zip"
	kindState  Kind = "state"
)

// Query is a caller's place, parsed but not looked up yet.
type Query struct {
	kind Kind
	text string
	area Area // when a table has it
}

// IsAddress reports whether the text can only be a street address.
func (q Query) IsAddress() bool { return q.area == Area{} && q.kind == "" }

// Read parses the caller's text locally. Its errors are problems for field.
func Read(field, text string, kind Kind) (Query, error) {
	text = strings.Join(strings.Fields(text), " ")
	if before, after, ok := strings.Cut(text, ":"); ok {
		switch prefix := Kind(strings.ToLower(before)); prefix {
		case KindCBSA, KindCounty, kindZIP, kindState:
			kind = prefix
			text = strings.TrimSpace(after)
		}
	}
	if text == "" {
		return Query{}, problem.Invalid(
			field,
			"%s must not be blank: give a state, ZIP code, CBSA code, county FIPS code "+
				"or street address",
			field,
		)
	}

	if digits(text) || len(text) == 10 && text[5] == '-' && digits(text[:5]) && digits(text[6:]) {
		return number(field, text, kind)
	}
	return word(field, text, kind)
}

// number reads codes of digits.
func number(field, text string, kind Kind) (Query, error) {
	t := load()
	switch {
	case len(text) == 2 && (kind == "" || kind == kindState):
		return word(field, text, kind)
	case len(text) != 5 && len(text) != 10:
		return Query{}, problem.Invalid(field, "%s is not a code of five digits, such as the ZIP code 90210", field)
	}

	switch kind {
	case KindCBSA:
		if a, ok := t.areas[text]; ok {
			return Query{
				kind: kind,
				text: text,
				area: a.area(),
			}, nil
		}
		return Query{}, problem.Invalid(
			field,
			"no core-based statistical area or metropolitan division has the code %s "+
				"(delineation of July 2023)",
			text,
		)
	case KindCounty:
		if c, ok := t.counties[text]; ok {
			return Query{
				kind: kind,
				text: text,
				area: c.area(),
			}, nil
		}
		return Query{}, problem.Invalid(field, "no county has the FIPS code %s", text)
	case kindState:
		return Query{}, problem.Invalid(field, "%s is not a state", text)
	}
	zip := text[:5]
	return Query{
		kind: kindZIP,
		text: zip,
		area: Area{
			Level: ZIP,
			Code:  zip,
			Name:  zip,
		},
	}, nil
}

// word reads names, and leaves possible addresses.
func word(field, text string, kind Kind) (Query, error) {
	if state, ok := usstate.Find(text); ok && (kind == "" || kind == kindState) {
		return Query{
			kind: kindState,
			text: text,
			area: stateArea(state),
		}, nil
	}

	named := each.Where(load().named[spelt(text)], func(a Area) bool { return kind == "" || kind == Kind(a.Level) })
	switch {
	case len(named) > 1:
		candidates := each.Of(named, func(a Area) string { return string(a.Level) + ":" + a.Name })
		return Query{}, chosen.Several(field, "area", candidates)
	case len(named) == 1:
		return Query{
			kind: kind,
			text: text,
			area: named[0],
		}, nil
	case kind != "":
		return Query{}, problem.Invalid(
			field,
			"%s is no %s: give its code, or its name as the Census Bureau writes it, such "+
				"as Cook County, IL",
			field,
			kind,
		)
	case !strings.ContainsAny(text, "0123456789"):
		return Query{}, problem.Invalid(
			field,
			"%s is not the full name of a state, county or metropolitan area, nor a street "+
				"address; for a city give a ZIP code or the code of its CBSA or county",
			field,
		)
	case len(text) > 300:
		return Query{}, problem.Invalid(field, "%s is too long for an address: at most 300 characters", field)
	}
	return Query{text: text}, nil
}

func digits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

func stateArea(s usstate.State) Area {
	return Area{
		Level: State,
		Code:  s.Code,
		Name:  s.Name,
	}
}

// Find looks up the place. A ZIP code without a tabulation area, and an address without a match, are problems for
// field.
func (f *Finder) Find(ctx context.Context, field string, q Query) (*Place, error) {
	if q.IsAddress() {
		return f.address(ctx, field, q.text)
	}
	p := &Place{Asked: q.area}
	switch q.area.Level {
	case State:
		p.State = &p.Asked
	case CBSA, Division:
		p.inCBSA(q.area.Code)
	case County:
		f.inCounty(p, q.area)
	case ZIP:
		return p, f.inZIP(field, p, "")
	case Town:
	}
	return p, nil
}

// inCBSA fills in the areas that contain a CBSA or division. The state is known if there is only one.
func (p *Place) inCBSA(code string) {
	t := load()
	a := t.areas[code]
	if a.kind == "division" {
		p.Division = new(a.area())
		a = t.areas[a.parent]
	}
	p.CBSA = new(a.area())
	p.Divisions = t.parts[a.code]
	if states := t.states[code]; len(states) == 1 {
		if s, ok := usstate.Find(states[0]); ok {
			p.State = new(stateArea(s))
		}
	}
}

// inCounty fills in the areas that contain a county and, in New England, its towns.
func (f *Finder) inCounty(p *Place, area Area) {
	t := load()
	p.County = &area
	p.Former = t.former(area.Code)
	if c, ok := t.counties[area.Code]; ok && c.cbsa != "" {
		p.CBSA = new(t.areas[c.cbsa].area())
		p.Divisions = t.parts[c.cbsa]
		if c.division != "" {
			p.Division = new(t.areas[c.division].area())
		}
	}
	if s, ok := usstate.Find(area.Code[:2]); ok {
		p.State = new(stateArea(s))
	}

	if p.Towns != nil || !byTown(area.Code) {
		return
	}
	list, _, err := f.list.Get()
	p.TownsUnknown = err // the county is known without its towns, which only one source uses
	if err != nil {
		return
	}
	for _, town := range list.towns[area.Code] {
		p.Towns = append(p.Towns, town)
	}
}

// instead is what to ask for in place of a number without an area of its own as a ZIP code.
func instead(code string) string {
	t := load()
	if county, ok := t.counties[code]; ok {
		return fmt.Sprintf("it is the FIPS code of %s, with type=county", county.area().Name)
	}
	if area, ok := t.areas[code]; ok {
		return fmt.Sprintf("it is the code of the area %s, with type=cbsa", area.area().Name)
	}
	return "give the county or CBSA"
}

// inZIP fills in the areas of a ZIP code. The county may be known more exactly than by the largest share.
func (f *Finder) inZIP(field string, p *Place, county string) error {
	list, _, err := f.list.Get()
	if err != nil {
		return err
	}
	areas := list.byZIP[p.Asked.Code]
	if areas == nil {
		return problem.Invalid(
			field,
			"the Census Bureau has no tabulation area for the ZIP code %s: it may not exist, or "+
				"be one of post office boxes or of a single building; %s",
			p.Asked.Code, instead(p.Asked.Code),
		)
	}

	p.ZIP = &p.Asked
	main := areas.counties[0].area
	if county != "" {
		main = load().countyArea(county)
	} else {
		p.CountyRatio = new(areas.counties[0].ratio)
	}
	p.Towns = []Area{}
	for _, town := range areas.towns {
		if len(p.Towns) == 0 {
			p.TownRatio = town.ratio
		}
		if len(p.Towns) == 0 || town.ratio >= leastTown {
			p.Towns = append(p.Towns, town.area)
		}
	}
	f.inCounty(p, main)
	return nil
}

// leastTown is the share of a ZIP code's land from which a town counts; smaller shares come from mismatched
// borders.
const leastTown = 0.01

// address asks the geocoder.
func (f *Finder) address(ctx context.Context, field, text string) (*Place, error) {
	matches, err := f.geocoder.Geographies(ctx, text)
	if kind := upstream.KindOf(err); kind == upstream.NotFound || kind == upstream.Invalid {
		return nil, problem.Invalid(
			field,
			"no place in the United States is known by %s: give a state, ZIP code, CBSA or "+
				"county code, or a street address with house number, city and state",
			field,
		)
	}
	if err != nil {
		return nil, err
	}

	nearest := matches[0].Address
	matches = slices.DeleteFunc(slices.Clone(matches), func(m censusgeocoder.Match) bool {
		return !usaddress.Fits(m, text)
	})
	if len(matches) == 0 {
		return nil, problem.Invalid(
			field,
			"%s is not an address that is known; the nearest is %s: give that, or a ZIP code",
			field,
			nearest,
		)
	}

	first := matches[0]
	for _, other := range matches[1:] {
		if other.ZIP != first.ZIP || countyOf(other) != countyOf(first) {
			return nil, chosen.Several(field, "place", []string{first.Address, other.Address})
		}
	}
	return f.matched(field, first)
}

// matched is the place of a matched address: its ZIP code, or its county if that has no tabulation area.
func (f *Finder) matched(field string, m censusgeocoder.Match) (*Place, error) {
	county := countyOf(m)
	p := &Place{Address: m.Address, Asked: Area{
		Level: ZIP,
		Code:  m.ZIP,
		Name:  m.ZIP,
	}}
	list, _, err := f.list.Get()
	if err == nil && list.byZIP[m.ZIP] != nil {
		return p, f.inZIP(field, p, county)
	}
	if county == "" {
		return nil, fmt.Errorf("geocoder: %w", upstream.BadResponse.Errorf("a match without a county"))
	}
	p.Asked = load().countyArea(county)
	f.inCounty(p, p.Asked)
	return p, nil
}

func countyOf(m censusgeocoder.Match) string {
	if m.Areas == nil || m.Areas.County == nil || len(m.Areas.County.GEOID) != 5 {
		return ""
	}
	return m.Areas.County.GEOID
}

// Up returns the areas of a place that may have statistics, smallest first: its ZIP code, county, metropolitan
// division, CBSA and state, as far as they exist.
func (p *Place) Up() []Area {
	var list []Area
	for _, a := range []*Area{p.ZIP, p.County, p.Division, p.CBSA, p.State} {
		if a != nil {
			list = append(list, *a)
		}
	}
	return list
}

// StateOf is the two-letter state for looking up a place; for a CBSA it is its first city's.
func (p *Place) StateOf() string {
	switch {
	case p.State != nil:
		return p.State.Code
	case p.CBSA != nil:
		return load().states[p.CBSA.Code][0]
	}
	return ""
}

// StateFIPS is the two-digit code of a place's state, or "" if it has none or several.
func (p *Place) StateFIPS() string {
	if p.State == nil {
		return ""
	}
	state, _ := usstate.Find(p.State.Code)
	return state.FIPS
}

// Refresh requests the list of ZIP codes now.
func (f *Finder) Refresh(ctx context.Context) error { return f.list.Refresh(ctx) }
