package validator

import (
	"reflect"
	"testing"

	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/marinade"
	"github.com/farebox/farebox/internal/upstream/sfdp"
)

// TestValidatorOfWhichLittleIsKnownHasNoScore unless one row is enough alone.
func TestValidatorOfWhichLittleIsKnownHasNoScore(t *testing.T) {
	most := good() // all but two rows
	most.cityPct = nil
	most.asnPct = nil
	for _, c := range []struct {
		why  string
		f    *facts
		want *int
		code string
	}{
		{"all is known", good(), new(100), "identity"},
		{"a perfect one of which not all is known", most, new(99), scored.CodeNotAll},
		{"5 of 15 rows", &facts{}, nil, scored.CodeTooLittle},
		{"5 of 15 rows, and delinquent", &facts{delinquent: true}, new(35), "identity"},
	} {
		score, reasons := judge(c.f).outcome()
		last := reasons[len(reasons)-1].Code
		if !reflect.DeepEqual(score, c.want) || last != c.code {
			t.Errorf("%s: %v with %s", c.why, score, last)
		}
	}
}

// good are facts that take no points.
func good() *facts {
	return &facts{
		lagSlots:      new(int64(0)),
		commissionPct: 5,
		past:          commissions{known: 10},
		isJito:        new(true),
		mevBps:        new(1000.0),
		creditsRatio:  new(0.97),
		votesTell:     true,
		own:           &blocks{100, 98},
		cluster:       &blocks{1000, 1000},
		asnPct:        new(9.9),
		cityPct:       new(9.9),
		sharePct:      3,
		stakeSOL:      1000,
		version:       "4.2.3",
		versionsKnown: true,
		versionShare:  new(5.0),
		minimum:       &sfdp.Requirement{Agave: "4.2.3", Frankendancer: "0.903.40201", Firedancer: "26.8.5"},
		creditEpochs:  5,
		agesEpochs:    new(int64(21)),
		described:     new(true),
	}
}

// TestTableOfTheScore goes through the thresholds of each row. One that takes points alone is the whole difference.
func TestTableOfTheScore(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(f *facts)
		code   string
		points int
		hard   bool
	}{
		{"nothing", func(*facts) {}, "delinquent", 0, false},
		{"delinquent", func(f *facts) { f.delinquent = true }, "delinquent", -60, true},
		{"64 slots behind", func(f *facts) { f.lagSlots = new(int64(64)) }, "last_vote", 0, false},
		{"65 slots behind", func(f *facts) { f.lagSlots = new(int64(65)) }, "last_vote", -10, false},
		{"5.01 %", func(f *facts) { f.commissionPct = 5.01 }, "commission", -5, false},
		{"8 %", func(f *facts) { f.commissionPct = 8 }, "commission", -5, false},
		{"10 %", func(f *facts) { f.commissionPct = 10 }, "commission", -10, false},
		{"10.5 %", func(f *facts) { f.commissionPct = 10.5 }, "commission", -25, false},
		{"49 %", func(f *facts) { f.commissionPct = 49 }, "commission", -25, false},
		{"50 %", func(f *facts) { f.commissionPct = 50 }, "commission", -50, false},
		{"100 %", func(f *facts) { f.commissionPct = 100 }, "commission", -50, true},
		{"rose by 4", func(f *facts) { f.past.rise = 4 }, "commission_rise", 0, false},
		{"rose by 5", func(f *facts) { f.past.rise = 5 }, "commission_rise", -25, false},
		{"rose to half", func(f *facts) { f.past.rise, f.past.rise50 = 45, true }, "commission_rise", -25, true},
		{"MEV 10.01 %", func(f *facts) { f.mevBps = new(1001.0) }, "mev_commission", -5, false},
		{"MEV all", func(f *facts) { f.mevBps = new(10000.0) }, "mev_commission", -15, false},
		{"no Jito", func(f *facts) { f.isJito = new(false) }, "mev_commission", 0, false},
		{"credits 0.96", func(f *facts) { f.creditsRatio = new(0.96) }, "vote_credits", -5, false},
		{"credits 0.9", func(f *facts) { f.creditsRatio = new(0.9) }, "vote_credits", -5, false},
		{"credits 0.89", func(f *facts) { f.creditsRatio = new(0.89) }, "vote_credits", -15, false},
		{"credits 0.74", func(f *facts) { f.creditsRatio = new(0.74) }, "vote_credits", -30, false},
		{"credits 0.5", func(f *facts) { f.creditsRatio = new(0.5) }, "vote_credits", -30, false},
		{"credits 0.49", func(f *facts) { f.creditsRatio = new(0.49) }, "vote_credits", -50, true},
		{"skips 3 % more", func(f *facts) { f.own = &blocks{100, 97} }, "skip_rate", -5, false},
		{"skips 5 % more", func(f *facts) { f.own = &blocks{100, 95} }, "skip_rate", -5, false},
		{"skips 6 % more", func(f *facts) { f.own = &blocks{100, 94} }, "skip_rate", -15, false},
		{"skips 16 % more", func(f *facts) { f.own = &blocks{100, 84} }, "skip_rate", -30, false},
		{"few slots", func(f *facts) { f.own = &blocks{19, 0} }, "skip_rate", 0, false},
		{"superminority", func(f *facts) { f.superminority = true }, "superminority", -15, false},
		{"network 10 %", func(f *facts) { f.asnPct = new(10.0) }, "asn_concentration", -4, false},
		{"network 25 %", func(f *facts) { f.asnPct = new(25.0) }, "asn_concentration", -8, false},
		{"city 10 %", func(f *facts) { f.cityPct = new(10.0) }, "city_concentration", -4, false},
		{"3.01 % of stake", func(f *facts) { f.sharePct = 3.01 }, "stake_share", -5, false},
		{"below the minimum", func(f *facts) { f.version = "4.2.2" }, "software_version", -20, false},
		{"minimum of Frankendancer", func(f *facts) { f.version = "0.903.40200" }, "software_version", -20, false},
		{"Frankendancer that is new", func(f *facts) { f.version = "0.904.1" }, "software_version", 0, false},
		{"below that of Firedancer", func(f *facts) { f.version = "26.8.4" }, "software_version", -20, false},
		{"minimum of Firedancer", func(f *facts) { f.version = "26.8.5" }, "software_version", 0, false},
		{"valid by Stakewiz", func(f *facts) {
			f.version = "4.2.2"
			f.versionValid = new(true)
		}, "software_version", 0, false},
		{"another numbering", func(f *facts) { f.version = "1.1.0" }, "software_version", 0, false},
		{"rare", func(f *facts) { f.versionShare = new(4.9) }, "software_version", -10, false},
		{"unknown version", func(f *facts) { f.version = "" }, "software_version", 0, false},
		{"gossip not read", func(f *facts) { f.version, f.versionsKnown = "", false }, "software_version", 0, false},
		{"4 epochs of credits", func(f *facts) { f.creditEpochs = 4 }, "maturity", -15, false},
		{"20 epochs", func(f *facts) { f.agesEpochs = new(int64(20)) }, "maturity", -5, false},
		{"4 epochs", func(f *facts) { f.agesEpochs = new(int64(4)) }, "maturity", -15, false},
		{"999 SOL", func(f *facts) { f.stakeSOL = 999 }, "little_stake", -5, false},
		{"nameless", func(f *facts) { f.described = new(false) }, "identity", -3, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			f := good()
			c.change(f)
			j := judge(f)
			sum := 0
			for _, r := range j.Reasons {
				sum += int(r.Points)
				if r.Code == c.code && int(r.Points) != c.points {
					t.Errorf("%s takes %v, want %d: %s", c.code, r.Points, c.points, r.Detail)
				}
			}
			if sum != startPoints+c.points || j.Score() != max(0, sum) || j.hard != c.hard {
				t.Errorf("sum %d, score %d, hard %v", sum, j.Score(), j.hard)
			}
			if rows := j.tally.Coverage().Total; len(j.Reasons) != 16 || rows != 15 {
				t.Errorf("%d reasons of %d rows", len(j.Reasons), rows)
			}
		})
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(f *facts)
		want   string
	}{
		{"100", func(*facts) {}, "safe"},
		{"80", func(f *facts) { f.commissionPct, f.versionShare = 9, new(1.0) }, "safe"},
		{"79 and less", func(f *facts) { f.commissionPct, f.superminority = 9, true }, "caution"},
		{"50", func(f *facts) { f.commissionPct = 50 }, "caution"},
		{"47", func(f *facts) { f.commissionPct, f.described = 50, new(false) }, "avoid"},
		{"hard, with points left", func(f *facts) { f.past.rise, f.past.rise50 = 60, true }, "avoid"},
		{"no history", func(f *facts) { f.past = commissions{} }, "caution"},
		{"the history of four epochs of ten", func(f *facts) { f.past.known = 4 }, "caution"},
		{"the history of five", func(f *facts) { f.past.known = 5 }, "safe"},
		{"a rise in the one epoch that is known", func(f *facts) { f.past.known, f.past.rise = 1, 60 }, "caution"},

		{"no credits", func(f *facts) { f.creditsRatio = nil }, "caution"},
		{"MEV not known", func(f *facts) { f.isJito = nil }, "safe"},
	} {
		f := good()
		c.change(f)
		if got := judge(f).verdict(); string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func TestRisesOfCommissions(t *testing.T) {
	row := func(epoch int64, advertised, highest float64) marinade.EpochStats {
		return marinade.EpochStats{Epoch: epoch, Advertised: &advertised, MaxSeen: &highest}
	}
	for _, c := range []struct {
		why     string
		own     []point
		theirs  []marinade.EpochStats
		now     float64
		rise    float64
		rise50  bool
		earlier bool
	}{
		{"nothing known", nil, nil, 5, 0, false, false},
		{"a cut", []point{{95, 10}, {96, 5}}, nil, 5, 0, false, true},
		{"a rise", []point{{95, 5}, {96, 10}}, nil, 10, 5, false, true},
		{"up for an epoch and down again", []point{{95, 0}, {96, 100}, {97, 0}}, nil, 0, 100, true, true},
		{"up within an epoch", []point{{95, 5}, {96, 5}, {96, 90}, {96, 5}}, nil, 5, 85, true, true},
		{"long ago", []point{{80, 0}, {89, 50}, {95, 50}}, nil, 50, 0, false, true},
		{"since the last snapshot", []point{{99, 5}}, nil, 60, 55, true, true},
		{"a small one to half", []point{{99, 47}}, nil, 50, 3, false, true},
		{"by Marinade", nil, []marinade.EpochStats{row(99, 5, 5), row(97, 5, 5), row(98, 5, 30)}, 5, 25, false, true},
		{"a cut by Marinade", nil, []marinade.EpochStats{row(98, 10, 10), row(99, 5, 10)}, 5, 0, false, true},
		{"own ones count where both tell", []point{{99, 5}}, []marinade.EpochStats{row(99, 50, 50)}, 5, 0, false, true},
		{"epochs to come are not believed", nil, []marinade.EpochStats{row(200, 0, 0)}, 5, 0, false, false},
	} {
		got := past(c.own, &marinade.Validator{Epochs: c.theirs}, 100, c.now)
		if got.known > windowEpochs || (got.known > 0) != c.earlier {
			t.Errorf("%s: %d epochs known", c.why, got.known)
		}
		if got.rise != c.rise || got.rise50 != c.rise50 {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
}
