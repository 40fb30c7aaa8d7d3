package tokenrisk_test

import (
	"os"
	"testing"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
)

// The settings of a measurement of the fifth set of tokens.
const (
	halfSetting = "FAREBOX_TOKEN_HALF" // dev or held: which half is measured
	nameSetting = "FAREBOX_TOKEN_SHOW" // anything names what was missed; that ends the half's being unseen
)

// TestTheFifthSet measures a half of the tokens of an author who had not read the rules. It states counts and fails
// for nothing but tokens that cannot be read.
func TestTheFifthSet(t *testing.T) {
	half := os.Getenv(halfSetting)
	if half != "dev" && half != "held" {
		t.Skip(halfSetting + " names no half")
	}

	var traps, noticed, unsold, critical, sounds, low, high int

	reader, _ := market(t)
	for _, s := range tokentest.Fifth() {
		if s.HeldBack != (half == "held") {
			continue
		}
		_, report := judged(t, reader, s)
		missed := false
		bad := report.Category == tokenrisk.High || report.Category == tokenrisk.Critical
		switch {
		case s.Trap:
			traps++
			missed = report.Category == tokenrisk.Low
			if !missed {
				noticed++
			}
			if s.Unsold {
				unsold++
				missed = report.Category != tokenrisk.Critical
				if !missed {
					critical++
				}
			}
		default:
			sounds++
			missed = bad
			if bad {
				high++
			}
			if report.Category == tokenrisk.Low {
				low++
			}
		}
		if missed && os.Getenv(nameSetting) != "" {
			t.Logf("%s: %s %+v", s.Contract, report.Category, report.Reasons)
		}
	}
	t.Logf("%s: %d of %d traps at least medium; %d of %d without a sale critical", half, noticed, traps, critical, unsold)
	t.Logf("%s: of %d sound tokens %d low, %d high or critical", half, sounds, low, high)
}
