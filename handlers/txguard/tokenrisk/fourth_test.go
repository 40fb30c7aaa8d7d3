package tokenrisk_test

import (
	"os"
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

// The settings of a measurement of the sixth set.
const (
	halfSetting = "FAREBOX_TOKEN_HALF" // dev or held
	showSetting = "FAREBOX_TOKEN_SHOW" // 1 names what was missed; that ends the half's being unseen
)

// TestTheSixthSet counts by class what is said of one half of the tokens of an author who never read the rules. It
// states counts and fails for nothing but tokens that cannot be judged.
func TestTheSixthSet(t *testing.T) {
	half := os.Getenv(halfSetting)
	if half != "dev" && half != "held" {
		t.Skip(halfSetting + " names no half")
	}

	reader, _ := market(t)
	said := map[string]map[tokenrisk.Category]int{}
	for _, s := range tokentest.Sixth() {
		if s.HeldBack != (half == "held") {
			continue
		}
		class := "sound"
		switch {
		case s.Unsold:
			class = "without a sale"
		case s.Trap:
			class = "traps"
		}
		if said[class] == nil {
			said[class] = map[tokenrisk.Category]int{}
		}

		_, report := judged(t, reader, s)
		said[class][report.Category]++
		if misjudged(s, report) && os.Getenv(showSetting) != "" {
			t.Logf("%s: %s %+v", s.Contract, report.Category, report.Reasons)
		}
	}
	for class, counts := range said {
		t.Logf("%s: %v", class, counts)
	}
}
