package env

import (
	"cmp"
	"context"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/envirofacts"
)

const (
	mostStates    = 4 // whose files are read for one answer
	mostSites     = 100
	mostChemicals = 5
	yearsBack     = 4 // a year is published in the autumn after it
)

// releases is the newest file of a state.
type releases struct {
	year int
	rows []envirofacts.Release
}

// stateFile reads the newest published year of a state, or gives what was read lately. That a year is not published is
// taken from the file of an earlier one, which shows that the files are where they are looked for.
func (h *Handlers) stateFile(ctx context.Context, state string) (releases, error) {
	return h.files.Get(ctx, state, func(ctx context.Context) (releases, time.Duration, error) {
		ctx, reads := upstream.WithReads(ctx)
		for year := h.now().Year() - 1; ; year-- {
			rows, err := h.facts.Releases(ctx, state, year)
			if envirofacts.Unpublished(err) && year > h.now().Year()-yearsBack {
				continue
			}
			return releases{year, rows}, reads.Keep(keepFor), err
		}
	})
}

// stateFiles reads the files of states side by side. One that cannot be read fails all: a sum without it would be
// wrong.
func (h *Handlers) stateFiles(ctx context.Context, states []string) (map[string]releases, error) {
	read, err := upstream.AskEach(ctx, envirofacts.Files.Name, states, h.stateFile).Values()
	files := map[string]releases{}
	for i, file := range read {
		files[states[i]] = file
	}
	return files, err
}

// toxics is the facilities of the inventory with their releases.
type toxics struct {
	name, state string
	sites       []envirofacts.Site
	cut         bool
	files       map[string]releases // by state; nil when they could not be read
}

// states are those whose files are needed, at most mostStates.
func (t toxics) states() []string {
	if t.name == "" {
		return []string{t.state}
	}
	var states []string
	for _, site := range t.sites {
		if state := cmp.Or(string(site.State), t.state); state != "" && !slices.Contains(states, state) {
			states = append(states, state)
		}
	}
	slices.Sort(states)
	return firstOf(states, mostStates)
}

// released is what one facility released.
type released struct {
	site                                      envirofacts.Site
	year                                      int
	reported                                  *bool
	total, air, water, land, underground, off float64
	dioxins                                   *float64
	disclosed                                 bool
	undisclosed                               int
	chemicals                                 map[string]float64
	cas                                       map[string]string
}

func (r *released) add(row envirofacts.Release) {
	r.reported = new(true)
	switch {
	case row.FormA:
		r.undisclosed++
	case row.Grams:
		r.dioxins = new(response.OrZero(r.dioxins) + row.Total)
	default:
		r.disclosed = true
		r.total += row.Total
		r.air += row.Air
		r.water += row.Water
		r.land += row.Land
		r.underground += row.Underground
		r.off += row.Off
		r.chemicals[row.Chemical] += row.Total
		r.cas[row.Chemical] = row.CAS
	}
}

// gathered are the facilities with what the files have about them: those found by name, or all of the state.
func (t toxics) gathered() []*released {
	byID := map[string]*released{}
	var list []*released
	put := func(site envirofacts.Site) *released {
		r := byID[string(site.ID)]
		if r == nil {
			r = &released{
				site:      site,
				chemicals: map[string]float64{},
				cas:       map[string]string{},
			}
			byID[string(site.ID)] = r
			list = append(list, r)
		}
		return r
	}

	for _, site := range t.sites {
		r := put(site)
		if file, read := t.files[cmp.Or(string(site.State), t.state)]; read {
			r.reported = new(false)
			r.year = file.year
		}
	}

	for _, file := range t.files {
		for _, row := range file.rows {
			if t.name == "" {
				put(envirofacts.Site{
					ID:       envirofacts.Text(row.Site),
					Name:     envirofacts.Text(row.Name),
					City:     envirofacts.Text(row.City),
					State:    envirofacts.Text(row.State),
					Parent:   envirofacts.Text(row.Parent),
					Registry: envirofacts.Text(row.Registry),
				}).year = file.year
			}
			if r := byID[row.Site]; r != nil {
				r.add(row)
			}
		}
	}

	return list
}

// answer writes the releases down. The total is null as soon as a facility's are not known.
func (t toxics) answer(h *Handlers) *gen.EnvToxics {
	list := t.gathered()
	answer := &gen.EnvToxics{
		Unit:       gen.Lb,
		Facilities: []gen.EnvToxics_Facilities{},
	}
	whole := !t.cut && len(list) > 0
	any := false
	sum := 0.0
	for _, r := range list {
		answer.Year = newest(answer.Year, r.year)
		any = any || r.disclosed
		sum += r.total
		whole = whole && r.reported != nil
		if r.dioxins != nil {
			answer.DioxinsG = new(response.OrZero(answer.DioxinsG) + *r.dioxins)
		}
	}
	for _, r := range list {
		whole = whole && (r.year == 0 || r.year == response.OrZero(answer.Year))
	}
	if whole && any {
		answer.TotalReleases = new(response.Round(sum, 3))
	}
	if !whole {
		answer.DioxinsG = nil
	}

	slices.SortStableFunc(list, func(a, b *released) int {
		alikeA := h.match(t.name, string(a.site.Name))
		alikeB := h.match(t.name, string(b.site.Name))

		return cmp.Or(
			cmp.Compare(b.total, a.total),
			cmp.Compare(response.OrZero(alikeB), response.OrZero(alikeA)),
			cmp.Compare(a.site.ID, b.site.ID),
		)
	})
	for _, r := range firstOf(list, mostSites) {
		answer.Facilities = append(answer.Facilities, r.shown())
	}
	answer.Count = len(answer.Facilities)
	answer.Truncated = t.cut || len(list) > mostSites
	return answer
}

// newest is the later of two years; 0 means none.
func newest(year *int, other int) *int {
	if other == 0 || year != nil && *year >= other {
		return year
	}
	return &other
}

func (r *released) shown() gen.EnvToxics_Facilities {
	east := r.site.State == "GU" || r.site.State == "MP"
	facility := gen.EnvToxics_Facilities{
		TriFacilityID: string(r.site.ID),
		FrsID:         textOrNull(r.site.Registry),
		Name:          textOrNull(r.site.Name),
		City:          textOrNull(r.site.City),
		State:         textOrNull(r.site.State),
		ParentCompany: textOrNull(r.site.Parent),
		Lat:           packed(r.site.Lat, 90, r.site.State != "AS"),
		Lon:           packed(r.site.Lon, 180, east),
		Reported:      r.reported,
		DioxinsG:      r.dioxins,
		TopChemicals:  r.top(),
	}

	if r.reported != nil {
		facility.Undisclosed = &r.undisclosed
	}

	if r.disclosed {
		facility.Total = new(response.Round(r.total, 3))
		facility.Air = new(response.Round(r.air, 3))
		facility.Water = new(response.Round(r.water, 3))
		facility.Land = new(response.Round(r.land, 3))
		facility.Underground = new(response.Round(r.underground, 3))
		facility.OffSite = new(response.Round(r.off, 3))
	}

	return facility
}

func (r *released) top() []gen.EnvToxics_Facilities_TopChemicals {
	list := []gen.EnvToxics_Facilities_TopChemicals{}
	for chemical, total := range r.chemicals {
		list = append(list, gen.EnvToxics_Facilities_TopChemicals{
			Chemical: chemical,
			Cas:      response.OrNull(r.cas[chemical]),
			Total:    response.Round(total, 3),
		})
	}
	slices.SortFunc(list, func(a, b gen.EnvToxics_Facilities_TopChemicals) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Chemical, b.Chemical))
	})
	return firstOf(list, mostChemicals)
}

// packed reads degrees, minutes and seconds written as one number without a sign: 414905 is 41° 49' 05". The sites are
// north of the equator but in American Samoa, and west of Greenwich but in Guam and the Northern Marianas.
func packed(text envirofacts.Text, most float64, positive bool) *float64 {
	n := text.Count()
	if n == nil || *n == 0 {
		return nil
	}
	degrees := *n / 10000
	minutes := *n / 100 % 100
	seconds := *n % 100
	value := float64(degrees) + float64(minutes)/60 + float64(seconds)/3600
	if minutes >= 60 || seconds >= 60 || value > most {
		return nil
	}
	if !positive {
		value = -value
	}
	return new(response.Round(value, 4))
}
