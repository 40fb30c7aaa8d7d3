package bank

import (
	"strings"

	gen "github.com/farebox/farebox/gen/bank"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/banklists"
)

// sanctionedCountries have IBANs or BICs and are under broad financial sanctions of the EU, the UK or the US, as of
// November 2026.
const sanctionedCountries = "BY IR KP RU"

// onlineInstitutions are the first four letters of BICs of e-money institutions and banks without
// branches, where accounts are opened remotely.
const onlineInstitutions = "ADYB BUNQ CLJU EVIU FNOM HOLV KNAB NTSB PAYR PRTC QNTO REVO SWNB TCCL TRWI TRZO"

// signal is one reason for a score.
type signal struct {
	name   string
	weight int
	reason string
}

// The signals of /bank/verify with their weights; the score is their sum, at most 100.
var (
	signalInvalid    = signal{"invalid_iban", 100, "the IBAN is not valid, so no payment can reach an account with it"}
	signalMismatch   = signal{"expected_country_mismatch", 45, "the IBAN belongs to another country than the one expected"}
	signalCheck      = signal{"national_check_failed", 40, "the national check digits do not fit, so no bank of the country is likely to have issued it"}
	signalUnknown    = signal{"bank_not_in_directory", 35, "the complete directory of the country does not have the bank code"}
	signalClosing    = signal{"bank_code_closing", 30, "the directory marks the bank code as deleted or about to be"}
	signalMerged     = signal{"bank_code_merged", 10, "the directory leads the bank code on to that of another bank"}
	signalSanctioned = signal{"sanctioned_jurisdiction", 30, "the country is under broad financial sanctions"}
	signalExample    = signal{"example_iban", 25, "this is the published example of the country's format, not a customer's account"}
	signalTerritory  = signal{"unusual_country_code", 10, "banks of this territory normally issue IBANs under another country code"}
	signalNational   = signal{"not_in_registry", 10, "the format is in use but not in the ISO 13616 registry"}
	signalNotSEPA    = signal{"outside_sepa", 10, "the country is outside SEPA: SEPA transfers do not reach it"}
	signalOnline     = signal{"online_institution", 5, "the bank opens accounts remotely (e-money institution or bank without branches)"}
)

// severities say how bad each signal is by itself.
var severities = scored.Severities{Medium: 25, High: 50}

// setScore sums the signals. An IBAN whose bank code could not be looked up has not the best score.
func setScore(answer *gen.BankVerify200JSONResponse, signals []signal, lookedUp bool) {
	points := scored.Points{
		Severities: severities,
		Reasons:    []gen.Reason{},
	}
	for _, s := range signals {
		points.Add(s.name, float64(s.weight), "%s", s.reason)
	}

	var tally scored.Tally
	tally.Part("iban", float64(signalInvalid.weight), true)
	tally.Part("bank_code", float64(signalUnknown.weight), lookedUp)
	score, why := tally.Risk(points.Sum())
	answer.RiskScore = *score // the IBAN itself is most of it
	answer.RiskCategory = (*gen.BankVerificationRiskCategory)(tally.Band(scored.Quarters, score))
	points.Reasons = append(points.Reasons, why...)
	answer.Reasons = points.Reasons
}

// verifySignals are the reasons for a valid IBAN, heaviest first. match is nil if no country was expected.
func verifySignals(i *iban, bank found, check string, match *bool) []signal {
	f := i.format
	var out []signal
	add := func(when bool, s signal) {
		if when {
			out = append(out, s)
		}
	}

	add(match != nil && !*match, signalMismatch)
	add(check == "fail", signalCheck)
	e := bank.entry
	add(e == nil && bank.exists != nil, signalUnknown)
	add(e != nil && (e.status == banklists.Closing || e.status == banklists.Deleted), signalClosing)
	add(e != nil && e.status == banklists.Merged, signalMerged)
	add(listed(sanctionedCountries, f.country), signalSanctioned)
	add(i.text == f.example, signalExample)
	add(f.issuedAs != "", signalTerritory)
	add(!f.registry, signalNational)
	add(!f.sepa, signalNotSEPA)

	add(e != nil && len(e.bic) >= 4 && listed(onlineInstitutions, e.bic[:4]) ||
		e == nil && f.bicPrefix && listed(onlineInstitutions, i.bankCode()[:4]), signalOnline)
	return out
}

// listed reports whether a word is in a list of words of its length.
func listed(words, word string) bool { return strings.Contains(words, word) }
