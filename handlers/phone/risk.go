package phone

import (
	gen "github.com/farebox/farebox/gen/phone"
	"github.com/farebox/farebox/internal/scored"
)

// signal is one reason for a score.
type signal struct {
	name   string
	weight int
	reason string
}

// The signals of /phone/intel with their weights; the score is their sum, at most 100. Calling codes known for
// ring-back fraud are not scored, because no public authority keeps such a list.
var (
	signalImpossible = signal{"not_possible", 95, "no number has this length or country calling code"}
	signalInvalid    = signal{"invalid_number", 90, "the numbering plan has no such range in use"}
	signalFiction    = signal{"reserved_for_fiction", 80, "the range is reserved for films and books: nobody has the number"}
	signalPattern    = signal{"digit_pattern", 20, "the digits repeat or count up or down, as in made-up numbers"}
	signalGlobal     = signal{"global_network", 50, "a satellite or international network, dear to call and tied to no country"}
	signalUnknown    = signal{"unknown_line_type", 30, "the numbering plan does not say what kind of line this is"}
)

// lineSignals are the signals by kind of line; mobile and fixed lines have none.
var lineSignals = map[gen.PhoneIntelLineType]signal{
	gen.PremiumRate:       {"premium_rate", 70, "calls to it cost extra, and it is not a personal number"},
	gen.PersonalNumber:    {"personal_number", 50, "a follow-me number that hides the line behind it"},
	gen.Voip:              {"voip", 45, "an internet number, easy to get in bulk and without an address"},
	gen.Uan:               {"company_number", 35, "a company-wide number, not a person's"},
	gen.SharedCost:        {"shared_cost", 35, "a service number whose cost is shared, not a person's"},
	gen.Pager:             {"pager", 35, "a pager cannot be called back"},
	gen.Voicemail:         {"voicemail", 35, "a voice mailbox, not a line"},
	gen.TollFree:          {"toll_free", 30, "a toll free service number, not a person's"},
	gen.FixedLineOrMobile: {"line_type_ambiguous", 5, "the plan does not tell mobile from fixed lines, and internet numbers share the range"},
	gen.Unknown:           signalUnknown,
}

// isGlobalNetwork lists the calling codes of satellite and international networks: Inmarsat, the global mobile
// satellite systems and the international networks (ITU-T E.164, shared codes).
func isGlobalNetwork(callingCode int) bool {
	return callingCode == 870 || callingCode >= 881 && callingCode <= 883
}

// signals are the reasons for an answer's score, heaviest first. national are the digits after the calling code.
func signals(answer *gen.PhoneIntel200JSONResponse, national string) []signal {
	var out []signal
	switch {
	case answer.Possible != nil && !*answer.Possible:
		out = append(out, signalImpossible)
	case answer.Valid != nil && !*answer.Valid:
		out = append(out, signalInvalid)
	}

	if reservedForFiction(answer.E164, answer.LineType == gen.TollFree) {
		out = append(out, signalFiction)
	}

	if answer.Valid == nil || *answer.Valid {
		if code := answer.CountryCallingCode; code != nil && isGlobalNetwork(*code) {
			out = append(out, signalGlobal)
		} else if s, ok := lineSignals[answer.LineType]; ok {
			out = append(out, s)
		}
	}

	if madeUp(national) {
		at := len(out)
		for at > 0 && out[at-1].weight < signalPattern.weight {
			at--
		}
		out = append(out[:at], append([]signal{signalPattern}, out[at:]...)...)
	}

	return out
}

// severities say how bad each signal is by itself.
var severities = scored.Severities{Medium: 25, High: 50}

// setScore sums the signals.
func setScore(answer *gen.PhoneIntel200JSONResponse, found []signal) {
	points := scored.Points{
		Severities: severities,
		Reasons:    []gen.Reason{},
	}
	for _, s := range found {
		points.Add(s.name, float64(s.weight), "%s", s.reason)
	}

	answer.RiskScore = points.Score()
	answer.RiskCategory = gen.PhoneIntelRiskCategory(scored.Quarters.Of(answer.RiskScore))
	answer.Reasons = points.Reasons
}
