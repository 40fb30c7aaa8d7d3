package freight

import (
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/handlers/freight/freighttest"
)

const (
	general   = gen.FreightVerdictQueryHaulTypeGeneral
	hazmat    = gen.FreightVerdictQueryHaulTypeHazmat
	household = gen.FreightVerdictQueryHaulTypeHouseholdGoods
	buses     = gen.FreightVerdictQueryHaulTypePassengers
	oil       = gen.FreightVerdictQueryHaulTypeOil
)

// clean are the findings of a carrier that nothing is held against.
func clean() findings {
	day := func(text string) time.Time {
		d, _ := time.Parse(time.DateOnly, text)
		return d
	}
	enough := decimal.NewFromInt(1_000_000)
	return findings{
		haul:    general,
		active:  new(true),
		stopped: new(false),
		standing: standing{
			required: new(true),
			active:   new(true),
			source:   new(gen.FreightSignalsAuthoritySourceMotus),
		},
		forHire:    new(true),
		interstate: new(true),
		cover: cover{
			minimum: decimal.NewFromInt(minimumGeneral),
			onFile:  &enough,
			least:   &enough,
		},
		rates: rates{
			vehicle: rate(30, 3, nationalVehicle, leastInspections),
			driver:  rate(30, 1, nationalDriver, leastInspections),
			hazmat:  rate(0, 0, nationalHazmat, leastHazmatInspections),
		},
		crashes:     new(1),
		fatal:       new(0),
		units:       new(100),
		acute:       new(false),
		updated:     day("2026-01-05"),
		added:       day("2005-01-05"),
		inspections: new(30),
		declared:    new(true),
		prior:       new(false),
		now:         freighttest.Now,
	}
}

func rate(all, out int, national float64, least int) gen.FreightRate {
	r := gen.FreightRate{NationalPct: national}
	fill(&r, &all, &out, gen.FreightRateSourceSms, least)
	return r
}

func amount(n int64) *decimal.Decimal { return new(decimal.NewFromInt(n)) }

// TestScoringTable holds each row of the table by itself: a reason, its points, and the verdict that it leads to.
func TestScoringTable(t *testing.T) {
	ago := func(months, days int) time.Time { return freighttest.Now.AddDate(0, -months, -days) }
	for _, c := range []struct {
		why     string
		change  func(*findings)
		code    string
		points  int
		verdict gen.FreightVerdictVerdict
	}{
		{"nothing is held against it", func(*findings) {}, "", 0, gen.Fit},

		{"USDOT number not active", func(f *findings) { f.active = new(false) }, "usdot_status", -60, gen.Unfit},
		{"not active by one source", func(f *findings) {
			f.active = new(false)
			f.activeDisputed = true
		}, "usdot_status", -60, gen.Caution},
		{"order to stop", func(f *findings) { f.stopped = new(true) }, "oos_order", -80, gen.Unfit},

		{"authority inactive in Motus", func(f *findings) {
			f.standing.active = new(false)
			f.standing.stated = true
		}, "authority", -50, gen.Unfit},
		{"authority inactive in the frozen file alone", func(f *findings) { f.standing.active = new(false) },
			"authority", -50, gen.Caution},
		{"no row is no proof", func(f *findings) { f.standing.active = nil }, "authority", -50, gen.Caution},
		{"sources of today disagree", func(f *findings) {
			f.standing.active = nil
			f.standing.disputed = true
		}, "authority", -50, gen.Caution},
		{"a source that decides is down", func(f *findings) {
			f.standing.active = nil
			f.standing.unasked = true
		}, "unverified", 0, gen.Caution},
		{"private carriers need none, and may not haul for others", func(f *findings) {
			f.forHire = new(false)
			f.standing = standing{required: new(false)}
		}, "not_for_hire", 0, gen.Caution},
		{"notice of revocation", func(f *findings) { f.revocations = 1 }, "revocation_pending", -25, gen.Caution},

		{"no cover", func(f *findings) {
			f.cover.onFile = amount(0)
			f.cover.least = amount(0)
		}, "insurance_bipd", -40, gen.Unfit},
		{"no cover, no authority required", func(f *findings) {
			f.standing = standing{required: new(false)}
			f.cover.onFile = amount(0)
			f.cover.least = amount(0)
		}, "insurance_bipd", -40, gen.Caution},
		{"no cover by one source of two", func(f *findings) {
			f.cover.least = amount(0)
			f.cover.disputed = true
		}, "insurance_bipd", -40, gen.Caution},
		{"cover too small", func(f *findings) {
			f.cover.onFile = amount(749_999)
			f.cover.least = amount(749_999)
		}, "insurance_bipd", -25, gen.Caution},
		{"cover not known", func(f *findings) {
			f.cover.onFile = nil
			f.cover.least = nil
		}, "unverified", 0, gen.Caution},
		{"filing ends", func(f *findings) { f.cancellations = 1 }, "insurance_cancel_soon", -15, gen.Caution},
		{"movers need cover for cargo", func(f *findings) {
			f.haul = household
			f.cargoRequired = new(true)
			f.cargoOnFile = new(false)
		}, "cargo_bond", -10, gen.Fit},

		{"unsatisfactory", func(f *findings) { f.rating = "U" }, "safety_rating", -80, gen.Unfit},
		{"conditional", func(f *findings) { f.rating = "C" }, "safety_rating", -25, gen.Caution},
		{"satisfactory", func(f *findings) { f.rating = "S" }, "", 0, gen.Fit},

		{"vehicles at 1.5 times the average", func(f *findings) {
			f.rates.vehicle = rate(100, 32, nationalVehicle, leastInspections)
		}, "vehicle_oos_rate", -15, gen.Fit},
		{"vehicles above the average", func(f *findings) {
			f.rates.vehicle = rate(100, 21, nationalVehicle, leastInspections)
		}, "vehicle_oos_rate", -7, gen.Fit},
		{"four inspections say too little", func(f *findings) {
			f.rates.vehicle = rate(4, 4, nationalVehicle, leastInspections)
		}, "", 0, gen.Fit},
		{"drivers at 1.5 times the average", func(f *findings) {
			f.rates.driver = rate(100, 9, nationalDriver, leastInspections)
		}, "driver_oos_rate", -15, gen.Fit},
		{"drivers above the average", func(f *findings) {
			f.rates.driver = rate(100, 6, nationalDriver, leastInspections)
		}, "driver_oos_rate", -7, gen.Fit},
		{"hazardous materials of a general haul", func(f *findings) {
			f.rates.hazmat = rate(10, 1, nationalHazmat, leastHazmatInspections)
		}, "", 0, gen.Fit},
		{"hazardous materials of such a haul", func(f *findings) {
			f.haul = hazmat
			f.cover.onFile = amount(5_000_000)
			f.cover.least = amount(5_000_000)
			f.rates.hazmat = rate(10, 1, nationalHazmat, leastHazmatInspections)
		}, "hazmat_oos_rate", -10, gen.Fit},
		{"hazardous materials above the average", func(f *findings) {
			f.haul = oil
			f.rates.hazmat = rate(100, 5, nationalHazmat, leastHazmatInspections)
		}, "hazmat_oos_rate", -5, gen.Fit},

		{"many crashes", func(f *findings) { f.crashes = new(21) }, "crashes", -15, gen.Fit},
		{"twenty in a hundred are not many", func(f *findings) { f.crashes = new(20) }, "crashes", -7, gen.Fit},
		{"ten in a hundred are few", func(f *findings) { f.crashes = new(10) }, "", 0, gen.Fit},
		{"a fatal crash", func(f *findings) { f.fatal = new(1) }, "fatal_crashes", -5, gen.Fit},
		{"fatal crashes take 15 at most", func(f *findings) { f.fatal = new(9) }, "fatal_crashes", -15, gen.Fit},
		{"deaths in an unknown number of crashes", func(f *findings) {
			f.fatal = nil
			f.dead = new(3)
		}, "fatal_crashes", -5, gen.Fit},

		{"acute violation", func(f *findings) { f.acute = new(true) }, "sms_acute_critical", -15, gen.Caution},
		{"alert", func(f *findings) { f.alert = new(true) }, "sms_alert", -10, gen.Fit},
		{"registration older than 2 years", func(f *findings) { f.updated = ago(24, 1) }, "mcs150_stale", -10, gen.Fit},
		{"registration of two years", func(f *findings) { f.updated = ago(24, 0) }, "", 0, gen.Fit},
		{"new", func(f *findings) { f.added = ago(17, 28) }, "new_entrant", -8, gen.Caution},
		{"not so new", func(f *findings) { f.added = ago(18, 1) }, "", 0, gen.Fit},
		{"no inspections", func(f *findings) { f.inspections = new(0) }, "thin_history", -5, gen.Fit},
		{"inspections not known", func(f *findings) { f.inspections = nil }, "", 0, gen.Fit},
		{"haul not declared", func(f *findings) { f.declared = new(false) }, "haul_capability", -20, gen.Caution},
		{"haul not known", func(f *findings) { f.declared = nil }, "", 0, gen.Fit},
		{"whether hazardous materials are declared is not known", func(f *findings) {
			f.haul = hazmat
			f.cover.onFile = amount(5_000_000)
			f.cover.least = f.cover.onFile
			f.declared = nil
		}, "unverified", 0, gen.Caution},
		{"the census is down", func(f *findings) { f.unregistered = true }, "unverified", 0, gen.Caution},
		{"revoked before", func(f *findings) { f.prior = new(true) }, "prior_revoke", -10, gen.Fit},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := clean()
			c.change(&f)
			score, verdict, reasons := f.judge()

			sum := 0
			for _, r := range reasons {
				sum += int(r.Points)
			}
			if score != min(max(sum, 0), 100) || verdict != c.verdict {
				t.Errorf("%d, %s: %+v; want %s", score, verdict, reasons, c.verdict)
			}
			reasons = slices.DeleteFunc(reasons, func(r gen.Reason) bool { // has a test of its own
				return r.Code == "score_limited"
			})
			if c.code == "" {
				if len(reasons) != 1 {
					t.Errorf("unexpected reasons %+v", reasons)
				}
				return
			}
			if len(reasons) != 2 || reasons[1].Code != c.code || int(reasons[1].Points) != c.points ||
				reasons[1].Detail == "" {
				t.Errorf("reasons %+v; want %s with %d", reasons, c.code, c.points)
			}
		})
	}
}

// TestScoresAreBounded: however much is held against a carrier, the score is 0 and the reasons still add up.
func TestScoresAreBounded(t *testing.T) {
	f := clean()
	f.active = new(false)
	f.stopped = new(true)
	f.rating = "U"
	score, verdict, reasons := f.judge()
	if score != 0 || verdict != gen.Unfit || len(reasons) != 4 || categoryOf(score) != gen.Poor {
		t.Errorf("%d, %s: %+v", score, verdict, reasons)
	}
	for score, want := range map[int]gen.FreightVerdictCategory{
		85: gen.Excellent, 84: gen.Good, 70: gen.Good, 69: gen.Fair, 50: gen.Fair, 49: gen.Poor,
	} {
		if got := categoryOf(score); got != want {
			t.Errorf("%d is %s", score, got)
		}
	}
}

// TestWhatWasNotCheckedEarnsNoPraise: a score that authority, insurance or safety had no part in is fair at most.
func TestWhatWasNotCheckedEarnsNoPraise(t *testing.T) {
	for why, change := range map[string]func(*findings){
		"authority not asked":               func(f *findings) { f.standing = standing{required: new(true), unasked: true} },
		"cover not known":                   func(f *findings) { f.cover = cover{minimum: f.cover.minimum} },
		"inspections not known":             func(f *findings) { f.unseen = []string{"the inspections"} },
		"crashes of a fleet without a size": func(f *findings) { f.units = nil },
		"crashes of a fleet of none":        func(f *findings) { f.units = new(0) },
		"the census alone": func(f *findings) {
			f.standing = standing{required: new(true), unasked: true}
			f.cover = cover{minimum: f.cover.minimum}
			f.unseen = []string{"the inspections", "the crashes"}
		},
		"a private carrier, of which neither is asked": func(f *findings) {
			f.forHire = new(false)
			f.standing = standing{required: new(false)}
			f.cover = cover{minimum: f.cover.minimum}
		},
	} {
		f := clean()
		change(&f)
		score, verdict, reasons := f.judge()
		sum := 0.0
		for _, r := range reasons {
			sum += r.Points
		}
		if score != 69 || sum != 69 || verdict != gen.Caution || categoryOf(score) != gen.Fair {
			t.Errorf("%s: %d, %v, %s: %+v", why, score, sum, verdict, reasons)
		}
	}

	f := clean()
	f.standing = standing{required: new(true), unasked: true}
	f.rating = "C"
	f.alert = new(true)
	if score, _, _ := f.judge(); score != 65 {
		t.Errorf("a score that is under the limit is %d", score)
	}
}

// TestScoreAloneDecides: a carrier without any hard reason is unfit under 40 and no better than caution under 70.
func TestScoreAloneDecides(t *testing.T) {
	f := clean()
	f.rates.vehicle = rate(100, 40, nationalVehicle, leastInspections)
	f.rates.driver = rate(100, 20, nationalDriver, leastInspections)
	if score, verdict, _ := f.judge(); score != 70 || verdict != gen.Fit {
		t.Errorf("%d is %s", score, verdict)
	}
	f.alert = new(true)
	if score, verdict, _ := f.judge(); score != 60 || verdict != gen.Caution {
		t.Errorf("%d is %s", score, verdict)
	}
	f.crashes = new(30)
	f.prior = new(true)
	if score, verdict, _ := f.judge(); score != 35 || verdict != gen.Unfit {
		t.Errorf("%d is %s", score, verdict)
	}
}
