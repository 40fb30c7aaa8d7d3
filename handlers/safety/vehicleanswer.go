package safety

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/nhtsa"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

const (
	mostListed     = 20
	mostComponents = 10
	mostSuggested  = 20
	lowestGood     = 3 // stars up to which a rating is flagged as low
)

// campaign is a recall campaign, whose components may be in several rows.
type campaign struct {
	nhtsa.Recall
	received    *time.Time
	components  []string
	doNotDrive  *bool
	parkOutside *bool
	overTheAir  *bool
}

// tally is what owners report.
type tally struct {
	total, crashes, fires, injuries, deaths int
	first, last                             *time.Time
	components                              []gen.SafetyComplaintComponent
}

// known is what a score is made of; nil is not known.
type known struct {
	campaigns      *[]campaign
	complaints     *tally
	stars          *int
	investigations *int
}

// vehicleDisclaimer goes with every answer about a vehicle.
const vehicleDisclaimer = "Recalls are campaigns for the make, model and year: whether one is open on a vehicle, or " +
	"was repaired, only nhtsa.gov/recalls tells by its VIN. Complaints are reports of owners that nobody verified, " +
	"and are not rates: a model that sells more has more."

func (h *Handlers) vehicleAnswer(f file, sources []gen.Source) gen.SafetyVehicle200JSONResponse {
	k := f.known()
	answer := gen.SafetyVehicle200JSONResponse{
		VehicleIdentity: f.identity,
		SafetyRating:    f.rating(),
		RiskScore:       scoreOf(k),
		MatchedModels:   f.names(),
		Notes:           f.notes,
		Sources:         sources,
		Partial:         response.Partial(sources),
		Attribution:     nhtsa.Provider.Attribution,
		Disclaimer:      vehicleDisclaimer,
	}

	if f.byVIN {
		answer.VinRecallsURL = new("https://www.nhtsa.gov/recalls?vin=" + *f.identity.Vin)
	}

	if k.campaigns != nil {
		answer.RecallsCount = new(len(*k.campaigns))
		answer.Recalls = response.Each((*k.campaigns)[:min(len(*k.campaigns), mostListed)], recallOf)
		answer.RecallsTruncated = len(*k.campaigns) > mostListed
	}

	if k.complaints != nil {
		answer.ComplaintsSummary = &gen.SafetyComplaints{
			Total:         k.complaints.total,
			Crashes:       k.complaints.crashes,
			Fires:         k.complaints.fires,
			Injuries:      k.complaints.injuries,
			Deaths:        k.complaints.deaths,
			FirstDate:     response.Date(response.OrZero(k.complaints.first)),
			LastDate:      response.Date(response.OrZero(k.complaints.last)),
			TopComponents: k.complaints.components,
		}
	}

	answer.RiskScore.Flags = f.flags(k, sources)
	answer.Notes = append(answer.Notes, f.naming(k)...)
	return answer
}

// known decides what is known. No rows count as none only where a sister database has the model under this very name,
// and the list of this one has nothing like it: else the name may be at fault.
func (f *file) known() known {
	var k known
	if r := f.recalls; r != nil {
		if len(r.rows) > 0 || r.clear && f.named(srcRecalls) {
			k.campaigns = new(campaignsOf(r.rows))
		}
	}

	if c := f.complaints; c != nil {
		if len(c.rows) > 0 || c.clear && f.named(srcComplaints) {
			k.complaints = new(tallyOf(c.rows))
		}
	}

	if f.ratings != nil {
		for _, v := range f.ratings.variants {
			if stars := starsOf(string(v.Overall)); stars != nil && (k.stars == nil || *stars < *k.stars) {
				k.stars = stars
			}
			if n := int(v.Investigations); k.investigations == nil || n > *k.investigations {
				k.investigations = &n
			}
		}
	}

	return k
}

// named says whether another database than the one named has the model under its own name.
func (f *file) named(but string) bool {
	recalls := but != srcRecalls && f.recalls != nil && f.recalls.listed
	complaints := but != srcComplaints && f.complaints != nil && f.complaints.listed
	ratings := f.ratings != nil && len(f.ratings.variants) > 0 &&
		slices.ContainsFunc(f.ratings.models, func(name string) bool { return plain(name) == plain(f.model) })
	return recalls || complaints || ratings
}

func campaignsOf(rows []nhtsa.Recall) []campaign {
	received := response.Each(rows, func(row nhtsa.Recall) string { return row.Received })
	days := daysOf(received, dayFirst, monthFirst)

	list := []campaign{}
	at := map[string]int{}
	for i, row := range rows {
		component := levels(row.Component)
		if j, ok := at[row.Campaign]; ok && row.Campaign != "" {
			list[j].join(row, component)
			continue
		}
		at[row.Campaign] = len(list)
		list = append(list, campaign{
			Recall:      row,
			received:    days[i],
			components:  []string{component},
			doNotDrive:  nhtsa.Flag(row.ParkIt),
			parkOutside: nhtsa.Flag(row.ParkOutside),
			overTheAir:  nhtsa.Flag(row.OverTheAir),
		})
	}
	slices.SortStableFunc(list, func(a, b campaign) int { return newerFirst(a.received, b.received) })
	return list
}

// join adds another row of the campaign, as for another component or another name of the model. Not to drive holds for
// the whole when a row says it; that the repair is over the air, when no row says otherwise.
func (c *campaign) join(row nhtsa.Recall, component string) {
	if !slices.Contains(c.components, component) {
		c.components = append(c.components, component)
	}

	graver := func(have *bool, text scalar.Text, grave bool) *bool {
		said := nhtsa.Flag(text)
		if have == nil || said != nil && *said == grave {
			return said
		}
		return have
	}
	c.doNotDrive = graver(c.doNotDrive, row.ParkIt, true)
	c.parkOutside = graver(c.parkOutside, row.ParkOutside, true)
	c.overTheAir = graver(c.overTheAir, row.OverTheAir, false)
}

// levels puts the levels of a component into one form.
func levels(component string) string {
	parts := strings.Split(strings.ToUpper(component), ":")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return strings.Join(parts, ": ")
}

// newerFirst puts what has no date last.
func newerFirst(a, b *time.Time) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return b.Compare(*a)
}

func recallOf(c campaign) gen.SafetyRecall {
	return gen.SafetyRecall{
		Campaign:    c.Campaign,
		Date:        response.Date(response.OrZero(c.received)),
		Component:   response.OrNull(strings.Join(c.components, "; ")),
		Summary:     response.OrNull(c.Summary),
		Consequence: response.OrNull(c.Consequence),
		Remedy:      response.OrNull(c.Remedy),
		DoNotDrive:  c.doNotDrive,
		ParkOutside: c.parkOutside,
		OtaFix:      c.overTheAir,
	}
}

// tallyOf counts complaints, each once.
func tallyOf(rows []nhtsa.Complaint) tally {
	filed := response.Each(rows, func(row nhtsa.Complaint) string { return row.Filed })
	days := daysOf(filed, monthFirst, dayFirst)

	t := tally{components: []gen.SafetyComplaintComponent{}}
	seen := map[string]bool{}
	parts := map[string]*gen.SafetyComplaintComponent{}
	for i, row := range rows {
		if seen[string(row.Number)] {
			continue
		}
		seen[string(row.Number)] = true
		crash := one(bool(row.Crash))
		fire := one(bool(row.Fire))
		injuries := int(row.Injuries)
		t.total++
		t.crashes += crash
		t.fires += fire
		t.injuries += injuries
		t.deaths += int(row.Deaths)
		if day := days[i]; day != nil {
			if t.first == nil || day.Before(*t.first) {
				t.first = day
			}
			if t.last == nil || day.After(*t.last) {
				t.last = day
			}
		}
		for _, name := range components(row.Components) {
			if parts[name] == nil {
				parts[name] = &gen.SafetyComplaintComponent{Component: name}
			}
			parts[name].Count++
			parts[name].Crashes += crash
			parts[name].Fires += fire
			parts[name].Injuries += injuries
		}
	}
	for _, part := range parts {
		t.components = append(t.components, *part)
	}
	slices.SortFunc(t.components, func(a, b gen.SafetyComplaintComponent) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Component, b.Component))
	})
	t.components = t.components[:min(len(t.components), mostComponents)]
	return t
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// components splits at commas without a blank behind them: those with one are part of a name.
func components(text string) []string {
	var list []string
	rest := ""
	for part := range strings.SplitSeq(text, ",") {
		switch {
		case strings.HasPrefix(part, " ") && rest != "":
			rest += "," + part
			continue
		case strings.TrimSpace(rest) != "":
			list = append(list, strings.TrimSpace(rest))
		}
		rest = part
	}
	if strings.TrimSpace(rest) != "" {
		list = append(list, strings.TrimSpace(rest))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Forms of NHTSA's dates.
const (
	dayFirst   = "02/01/2006"
	monthFirst = "01/02/2006"
)

// firstRecords is the year before which no complaint was filed: 12/31/1969 stands for no date.
const firstRecords = 1970

// daysOf reads dates of one list, all in one form. When one does not fit the form that the list should have, and all
// fit the other, the list has the other. A date that fits none is nil.
func daysOf(texts []string, form, other string) []*time.Time {
	fits := func(form string) bool {
		for _, text := range texts {
			if _, err := time.Parse(form, text); text != "" && err != nil {
				return false
			}
		}
		return true
	}
	if !fits(form) && fits(other) {
		form = other
	}

	days := make([]*time.Time, len(texts))
	for i, text := range texts {
		if day, err := time.Parse(form, text); err == nil && day.Year() >= firstRecords {
			days[i] = &day
		}
	}
	return days
}

func starsOf(text string) *int {
	if len(text) != 1 || text[0] < '1' || text[0] > '5' {
		return nil
	}
	return new(int(text[0] - '0'))
}

// rating is that of the variant with the fewest stars, with all variants. Nil when there is none.
func (f *file) rating() *gen.SafetyRating {
	if f.ratings == nil || len(f.ratings.variants) == 0 {
		return nil
	}

	rating := &gen.SafetyRating{VehicleVariants: []gen.SafetyVariant{}, VariantsTruncated: f.ratings.more}
	var lowest *nhtsa.Rating
	for i := range f.ratings.variants {
		v := &f.ratings.variants[i]
		stars := starsOf(string(v.Overall))
		rating.VehicleVariants = append(rating.VehicleVariants, gen.SafetyVariant{
			ID:          int(v.ID),
			Description: v.Description,
			Overall:     stars,
		})
		if lowest == nil || stars != nil &&
			(starsOf(string(lowest.Overall)) == nil || *stars < *starsOf(string(lowest.Overall))) {
			lowest = v
		}
	}

	rating.Overall = starsOf(string(lowest.Overall))
	rating.Front = starsOf(string(lowest.Front))
	rating.Side = starsOf(string(lowest.Side))
	rating.Rollover = starsOf(string(lowest.Rollover))
	rating.RatedVariant = response.OrNull(lowest.Description)

	if share, ok := lowest.RolloverChance.Number(); ok && share > 0 && share < 1 {
		rating.RolloverProbabilityPct = new(math.Round(share*1e4) / 100)
	}
	return rating
}

func (f *file) names() gen.SafetyMatchedModels {
	m := gen.SafetyMatchedModels{Ratings: []string{}}
	if f.recalls != nil {
		m.Recalls = response.OrNull(f.recalls.model)
	}
	if f.complaints != nil {
		m.Complaints = response.OrNull(f.complaints.model)
	}
	if f.ratings != nil && len(f.ratings.variants) > 0 {
		m.Ratings = f.ratings.models
	}
	return m
}

// naming says where names differ, so that nobody takes another model's figures for this one's.
func (f *file) naming(k known) []string {
	notes := []string{}
	say := func(what, model string, rows int, others []string, isKnown bool) {
		switch {
		case rows > 0 && !strings.EqualFold(model, f.model):
			notes = append(notes, fmt.Sprintf("NHTSA files %s under %s: these are shown.", what, model))
		case rows == 0 && !isKnown && len(others) > 0:
			notes = append(notes, fmt.Sprintf("NHTSA files %s under several names that may be meant (%s): ask for one.",
				what, strings.Join(others[:min(len(others), mostSuggested)], ", ")))
		case rows == 0 && !isKnown:
			notes = append(notes, fmt.Sprintf("NHTSA has no %s under this name of the model, but there may be some "+
				"under another.", what))
		}
		if rows > 0 && len(others) > 0 {
			notes = append(notes, fmt.Sprintf("NHTSA has more %s under names that are not counted here: %s.",
				what, strings.Join(others[:min(len(others), mostSuggested)], ", ")))
		}
	}

	if r := f.recalls; r != nil {
		say("recalls", r.model, len(r.rows), r.others, k.campaigns != nil)
	}
	if c := f.complaints; c != nil {
		say("complaints", c.model, len(c.rows), c.others, k.complaints != nil)
	}

	if r := f.ratings; r != nil && len(r.variants) == 0 && len(r.related) > 0 {
		notes = append(notes, fmt.Sprintf("NHTSA has ratings under names that may be meant (%s): ask for one.",
			strings.Join(r.related[:min(len(r.related), mostSuggested)], ", ")))
	}

	if r := f.ratings; r != nil && len(r.variants) > 0 && !strings.EqualFold(r.models[0], f.model) {
		notes = append(notes, fmt.Sprintf("NHTSA rates the model under %s.", strings.Join(r.models, ", ")))
	}
	return notes
}

// unrated is whether the ratings say that no variant was rated, or have no name like the model's.
func (f *file) unrated() bool {
	return f.ratings != nil && len(f.ratings.related) == 0 &&
		!slices.ContainsFunc(f.ratings.variants, func(v nhtsa.Rating) bool { return v.Overall != nhtsa.NotRated })
}

// flags are words for programs, in the order of the table.
func (f *file) flags(k known, sources []gen.Source) []string {
	var campaigns []campaign
	if k.campaigns != nil {
		campaigns = *k.campaigns
	}
	recalled := func(is func(campaign) bool) bool { return slices.ContainsFunc(campaigns, is) }
	unrated := f.unrated()

	flags := []string{}
	for _, flag := range []struct {
		name string
		up   bool
	}{
		{"do_not_drive_recall", recalled(func(c campaign) bool { return response.OrZero(c.doNotDrive) })},
		{"park_outside_recall", recalled(func(c campaign) bool { return response.OrZero(c.parkOutside) })},
		{"airbag_recall", recalled(campaign.airbag)},
		{"fatal_complaints", k.complaints != nil && k.complaints.deaths > 0},
		{"fire_complaints", k.complaints != nil && k.complaints.fires > 0},
		{"low_ncap_rating", k.stars != nil && *k.stars <= lowestGood},
		{"ncap_not_rated", unrated},
		{"investigations_on_record", k.investigations != nil && *k.investigations > 0},
		{"ota_fix_available", recalled(func(c campaign) bool { return response.OrZero(c.overTheAir) })},
		{"vin_not_clean", f.identity.DecodeOk != nil && !*f.identity.DecodeOk},
	} {
		if flag.up {
			flags = append(flags, flag.name)
		}
	}
	for _, source := range sources {
		missing := source.Status != shared.SourceStatusOk && source.Status != shared.SourceStatusEmpty
		if missing {
			flags = append(flags, "source_missing:"+source.Name)
		}
	}
	return flags
}

func (c campaign) airbag() bool {
	return slices.ContainsFunc(c.components, func(name string) bool { return strings.HasPrefix(name, "AIR BAGS") })
}
