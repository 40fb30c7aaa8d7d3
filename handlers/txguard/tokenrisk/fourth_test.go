package tokenrisk_test

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
)

// TestTheFourthSet judges the tokens of an author who had not read the rules, by halves: one was developed on, the
// other held back and measured once.
func TestTheFourthSet(t *testing.T) {
	reader, _ := market(t)
	for half, held := range map[string]bool{"dev": false, "held": true} {
		t.Run(half, func(t *testing.T) {
			tokens, low := 0.0, 0
			askedBefore, simulatedBefore, began := requests.Load(), simulated.Load(), time.Now()
			for _, s := range tokentest.Fourth() {
				if s.HeldBack != held {
					continue
				}
				tokens++
				_, report := judged(t, reader, s)
				switch {
				case misjudged(s, report):
					t.Errorf("%s: %s %+v", s.Contract, report.Category, report.Reasons)
				case !s.Trap && report.Category == tokenrisk.Low:
					low++
				}
			}
			t.Logf("%d sound tokens are low; %.1f requests, %.1f simulated calls and %.0f ms for each token", low,
				float64(requests.Load()-askedBefore)/tokens, float64(simulated.Load()-simulatedBefore)/tokens,
				float64(time.Since(began).Milliseconds())/tokens)
		})
	}
}

// misjudged says whether a report contradicts the label of a token.
func misjudged(s tokentest.Specimen, report tokenrisk.Report) bool {
	switch {
	case s.Unsold:
		return report.Category != tokenrisk.Critical
	case s.Trap:
		return report.Category == tokenrisk.Low
	default:
		return report.Category == tokenrisk.High || report.Category == tokenrisk.Critical
	}
}
