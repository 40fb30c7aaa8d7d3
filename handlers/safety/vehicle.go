package safety

import (
	"context"
	"fmt"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nhtsa"
	"github.com/farebox/farebox/internal/upstream/vpic"
)

// file is everything that is known about a vehicle.
type file struct {
	subject
	identity   gen.SafetyVehicleIdentity
	byVIN      bool
	notes      []string
	recalls    *feed[nhtsa.Recall] // nil when it could not be had
	complaints *feed[nhtsa.Complaint]
	ratings    *rated
}

// SafetyVehicle answers GET /safety/vehicle.
func (h *Handlers) SafetyVehicle(
	ctx context.Context, req gen.SafetyVehicleRequestObject,
) (gen.SafetyVehicleResponseObject, error) {
	query, err := h.readVehicle(req.Params)
	if err != nil {
		return nil, err
	}

	f := file{notes: []string{}}
	sources := []gen.Source{}
	if query.vin != "" {
		asked, reads := upstream.WithReads(ctx)
		vehicle, err := h.vins.Decode(asked, query.vin, query.year)
		if err != nil {
			return nil, err
		}
		sources = append(sources, response.Read(srcDecoder, reads, nil))
		if err := f.decoded(query, vehicle); err != nil {
			return nil, err
		}
	} else {
		f.subject = query.subject
		f.identity = gen.SafetyVehicleIdentity{
			Make:                &query.maker,
			Model:               &query.model,
			Year:                &query.year,
			ModelYearCandidates: []int{},
		}
	}

	// What the VIN stands for is no more than its reader could tell.
	fused := upstream.FuseInto(ctx, &f,
		upstream.Main(upstream.Part(srcRecalls, feedBudget, h.recalls(f.subject),
			func(f *file, r feed[nhtsa.Recall]) { f.recalls = &r })),
		upstream.Main(upstream.Part(srcComplaints, feedBudget, h.complaints(f.subject),
			func(f *file, c feed[nhtsa.Complaint]) { f.complaints = &c })),
		upstream.Main(upstream.Part(srcRatings, feedBudget, h.ratings(f.subject),
			func(f *file, r rated) { f.ratings = &r })),
	)
	if err := fused.Err(); err != nil {
		return nil, err
	}
	if !f.byVIN {
		if err := f.unknown(fused); err != nil {
			return nil, err
		}
	}
	return h.vehicleAnswer(f, f.emptied(append(sources, response.Sources(fused)...))), nil
}

// vehicleQuery is what a caller gives: a VIN, with a year at most, or make, model and year.
type vehicleQuery struct {
	subject
	vin   string
	check string
	years []int
}

func (h *Handlers) readVehicle(params gen.SafetyVehicleParams) (vehicleQuery, error) {
	var q vehicleQuery
	now := h.now()
	if params.Year != nil {
		q.year = *params.Year
		if q.year > now.Year()+yearsBefore {
			return q, problem.Invalid("year", "year must be at most %d", now.Year()+yearsBefore)
		}
	}
	if params.Vin != nil {
		if params.Make != nil || params.Model != nil {
			return q, problem.InvalidCode("vin", problem.CodeAmbiguous, "give vin, or make with model and year, not "+
				"both")
		}
		var err error
		if q.vin, err = readVIN(*params.Vin); err != nil {
			return q, err
		}
		q.check = checkDigit(q.vin)
		q.years = modelYears(q.vin, now)
		if q.year != 0 && northAmerican(q.vin) && !slices.Contains(q.years, q.year) {
			return q, problem.Invalid("year", "the tenth character of vin means %s, not "+
				"%d", either(q.years), q.year)
		}
		return q, nil
	}

	for _, given := range []struct {
		name string
		text *string
		into *string
	}{
		{"make", params.Make, &q.maker},
		{"model", params.Model, &q.model},
	} {
		if given.text == nil {
			return q, problem.InvalidCode(given.name, problem.CodeMissingInput,
				"give vin, or make with model and year; %s is missing", given.name)
		}
		*given.into = strings.Join(strings.Fields(*given.text), " ")
		if plain(*given.into) == "" {
			return q, problem.Invalid(given.name, "%s must have a letter or a digit", given.name)
		}
	}
	if params.Year == nil {
		return q, problem.InvalidCode("year", problem.CodeMissingInput, "give vin, or make with model and year; "+
			"year is missing")
	}
	return q, nil
}

func either(years []int) string {
	list := response.Each(years, func(year int) string { return fmt.Sprint(year) })
	if len(list) == 0 {
		return "no year"
	}
	return strings.Join(list, " or ")
}

// decoded takes over what the VIN says.
func (f *file) decoded(q vehicleQuery, v *vpic.Vehicle) error {
	year := v.ModelYear.Count()
	switch {
	case v.Make == "" && v.Manufacturer == "":
		return problem.NotFound(
			"vin",
			"NHTSA knows no vehicle and no maker with this VIN: it may be mistyped, or of a "+
				"vehicle that was never sold in the United States",
		)
	case v.Make == "" || v.Model == "" || year == nil || *year == 0:
		return problem.NotFound("vin", "NHTSA cannot tell make, model and year of this VIN, by which recalls are filed: "+
			"it may be mistyped; ask by make, model and year").
			With("decoded", map[string]*string{
				"make":         response.OrNull(string(v.Make)),
				"model":        response.OrNull(string(v.Model)),
				"manufacturer": response.OrNull(string(v.Manufacturer)),
				"note":         response.OrNull(string(v.ErrorText)),
			})
	}

	f.byVIN = true
	f.maker = string(v.Make)
	f.model = string(v.Model)
	for _, words := range []string{string(v.Series), string(v.Trim)} {
		if words != "" {
			f.further = append(f.further, words)
		}
	}
	f.year = *year
	clean := v.Clean() && q.check != checkMismatch
	f.identity = gen.SafetyVehicleIdentity{
		Vin:                 &q.vin,
		Make:                response.OrNull(string(v.Make)),
		Model:               response.OrNull(string(v.Model)),
		Year:                year,
		Trim:                response.OrNull(string(v.Trim)),
		Series:              response.OrNull(string(v.Series)),
		BodyClass:           response.OrNull(string(v.BodyClass)),
		VehicleType:         response.OrNull(string(v.VehicleType)),
		DriveType:           response.OrNull(string(v.DriveType)),
		Engine:              engineOf(v),
		Fuel:                response.OrNull(string(v.Fuel)),
		Manufacturer:        response.OrNull(string(v.Manufacturer)),
		PlantCountry:        response.OrNull(string(v.PlantCountry)),
		CheckDigit:          new(gen.SafetyVehicleIdentityCheckDigit(q.check)),
		ModelYearCandidates: q.years,
		DecodeOk:            &clean,
		SuggestedVin:        response.OrNull(string(v.Suggested)),
	}
	if !clean {
		f.identity.DecodeNote = response.OrNull(string(v.ErrorText))
	}
	if q.check == checkMismatch {
		f.notes = append(f.notes, "The check digit of the VIN is wrong, so that a sign of it is mistyped: what is "+
			"decoded may be another vehicle.")
	}
	if northAmerican(q.vin) && !slices.Contains(q.years, f.year) {
		f.notes = append(f.notes, fmt.Sprintf("NHTSA decodes the model year as %d, though the tenth sign of the VIN "+
			"stands for %s.", f.year, either(q.years)))
	}
	return nil
}

func engineOf(v *vpic.Vehicle) *gen.SafetyEngine {
	engine := gen.SafetyEngine{
		Cylinders:     v.Cylinders.Count(),
		DisplacementL: number(v.Displacement.Number()),
		HorsepowerHp:  number(v.Horsepower.Number()),
	}
	if engine == (gen.SafetyEngine{}) {
		return nil
	}
	return &engine
}

func number(value float64, ok bool) *float64 {
	if !ok || value <= 0 {
		return nil
	}
	return &value
}

// unknown is the error for a model that no database has, nil when one has it or might.
func (f *file) unknown(fused upstream.Fused[func(*file)]) error {
	if f.recalls != nil && f.recalls.any() || f.complaints != nil && f.complaints.any() ||
		f.ratings != nil && len(f.ratings.variants) > 0 {
		return nil
	}
	for _, outcome := range fused {
		if outcome.Err != nil {
			return outcome.Err
		}
	}
	p := problem.NotFound("model", "NHTSA has no recalls, complaints or ratings of a %d %s with this model; its "+
		"names of "+
		"models differ from makers' at times", f.year, f.maker)
	if f.ratings != nil && len(f.ratings.others) > 0 {
		p = p.With("rated_models", f.ratings.others[:min(len(f.ratings.others), mostSuggested)])
	}
	return p
}

// emptied marks the sources that answered and have nothing, and says which names they have instead.
func (f *file) emptied(sources []gen.Source) []gen.Source {
	for i := range sources {
		s := &sources[i]
		var rows int
		var others []string
		var unread error
		switch {
		case s.Name == srcRecalls && f.recalls != nil:
			rows = len(f.recalls.rows)
			others = f.recalls.others
			unread = f.recalls.unread
		case s.Name == srcComplaints && f.complaints != nil:
			rows = len(f.complaints.rows)
			others = f.complaints.others
			unread = f.complaints.unread
		case s.Name == srcRatings && f.ratings != nil:
			rows = len(f.ratings.variants)
		default:
			continue
		}

		s.Records = &rows
		if unread != nil {
			s.Status = shared.SourceStatus(upstream.StatusOf(unread))
			s.Detail = new("its list of models could not be read: it may have more under other names")
		}
		if rows > 0 {
			continue
		}

		s.Status = statusEmpty
		s.Detail = new("it has nothing under this name of the model")
		if len(others) > 0 {
			s.Detail = new("it has other names that may be meant: " + strings.Join(others, ", "))
		}
	}
	return sources
}
