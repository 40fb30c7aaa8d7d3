package edgar

import (
	"encoding/json"

	gen "github.com/farebox/farebox/gen/edgar"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/sec"
)

func filing(cik string, f facts.Filing) gen.EdgarFiling {
	return gen.EdgarFiling{
		Accession: f.Accession,
		Form:      f.Form,
		FiledDate: f.Filed.String(),
		URL:       sec.FilingURL(cik, f.Accession),
	}
}

// value is a figure as answers give it, nil for one that no filing says.
func value(cik string, v *facts.Value) *gen.EdgarValue {
	if v == nil {
		return nil
	}

	out := &gen.EdgarValue{
		Value:         json.Number(v.Number.String()),
		Unit:          v.Unit,
		Tag:           v.Tag,
		Derived:       v.Derived,
		Filing:        filing(cik, v.Filing),
		Restated:      v.Restated(),
		SplitAdjusted: v.SplitRatio != 0,
		Inputs:        make([]gen.EdgarInput, 0, len(v.Inputs)),
		Note:          response.OrNull(v.Note),
	}

	if v.First != nil {
		out.OriginallyReported = new(reported(cik, v.First))
	}
	if v.LaterSplits != 1 && v.LaterSplits != 0 {
		out.LaterSplitRatio = &v.LaterSplits
	}

	for _, in := range v.Inputs {
		out.Inputs = append(out.Inputs, gen.EdgarInput{
			Factor:      gen.EdgarInputFactor(in.Factor),
			Tag:         in.Tag,
			Value:       json.Number(in.Number.String()),
			PeriodStart: response.OrNull(in.Start.String()),
			PeriodEnd:   in.End.String(),
			Filing:      filing(cik, in.Filing),
		})
	}

	return out
}

func reported(cik string, r *facts.Reported) gen.EdgarReported {
	return gen.EdgarReported{
		Value:  json.Number(r.Number.String()),
		Filing: filing(cik, r.Filing),
	}
}

// attribution is what the SEC's data are shown with.
var attribution = sec.Provider.Attribution
