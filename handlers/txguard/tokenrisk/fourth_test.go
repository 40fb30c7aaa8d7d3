package tokenrisk_test

import (
	"fmt"
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

// TestTheSeventhSet is the same for a seventh set.
func TestTheSeventhSet(t *testing.T) {
	reader, _ := market(t)
	for _, s := range append(tokentest.SeventhTraps(), tokentest.SeventhSounds()...) {
		t.Run(s.Contract, func(t *testing.T) {
			got, report := judged(t, reader, s)
			line := fmt.Sprintf("SEVENTH held=%v trap=%v unsold=%v %s %s wrong=%v", s.HeldBack, s.Trap, s.Unsold, s.Contract, report.Category, misjudged(s, report))
			t.Logf("%s; %+v; trial %+v; powers %+v", line, report.Reasons, got.Trial, got.Powers)
			fmt.Println(line)
		})
	}
}
