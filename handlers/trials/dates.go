package trials

import (
	"time"

	gen "github.com/farebox/farebox/gen/trials"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/ctgov"
)

// precisions are the forms of dates in records, exact first.
var precisions = []struct {
	form string
	name gen.TrialsDatePrecision
}{
	{time.DateOnly, gen.Day},
	{"2006-01", gen.Month},
	{"2006", gen.Year},
}

// dateOf is a date with its precision, or nil for anything else.
func dateOf(d ctgov.Date) *gen.TrialsDate {
	for _, p := range precisions {
		if _, err := time.Parse(p.form, d.Date); err != nil {
			continue
		}
		return &gen.TrialsDate{
			Text:      d.Date,
			Date:      day(d),
			Precision: p.name,
			Type:      word[gen.TrialsDateType](d.Type, certainties),
		}
	}
	return nil
}

// day is a date known to the day, or nil.
func day(d ctgov.Date) *string { return response.Day(d.Date) }

func datesOf(s ctgov.Status) gen.TrialsDates {
	return gen.TrialsDates{
		Start:             dateOf(s.Start),
		PrimaryCompletion: dateOf(s.PrimaryCompletion),
		Completion:        dateOf(s.Completion),
	}
}

// enrollmentOf keeps a count of zero: it belongs to a withdrawn study.
func enrollmentOf(d ctgov.Design) gen.TrialsEnrollment {
	return gen.TrialsEnrollment{
		Count: d.Enrollment.Count,
		Type:  word[gen.TrialsEnrollmentType](d.Enrollment.Type, certainties),
	}
}
