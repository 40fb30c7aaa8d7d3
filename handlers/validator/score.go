package validator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/validator"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/sfdp"
)

// The thresholds of the score.
const (
	startPoints = 100
	safeFrom    = 80
	avoidBelow  = 50

	lagSlots     = 64
	windowEpochs = 10 // epochs that a rise of the commission is looked for in
	riseCounts   = 5  // percentage points
	halfPct      = 50
	allPct       = 100
	mevHighBps   = 1000
	mevAllBps    = 10_000
	youngEpochs  = 5
	grownEpochs  = 20
	leastSOL     = 1000
	commonPct    = 5 // of the stake, from which a version is a common one
	largeSharePc = 3
)

// facts are what a validator is judged by. Nil is not known.
type facts struct {
	delinquent    bool
	superminority bool
	lagSlots      *int64
	commissionPct float64
	past          commissions
	isJito        *bool
	mevBps        *float64
	creditsRatio  *float64
	creditsWhy    string // why there is no ratio
	votesTell     bool
	own           *blocks
	cluster       *blocks
	asnPct        *float64
	cityPct       *float64
	sharePct      float64
	stakeSOL      float64
	version       string
	versionsKnown bool     // whether gossip was read
	versionShare  *float64 // part of the stake that runs this version, in per cent
	versionValid  *bool    // by Stakewiz
	minimum       *sfdp.Requirement
	creditEpochs  int
	agesEpochs    *int64 // since it first had stake
	described     *bool  // whether it has a name, a website or a Keybase account
}

// judgement is the outcome: a reason for each row of the table, whether it took points or not.
type judgement struct {
	scored.Points
	missing []string
	tally   scored.Tally // of the rows, which weigh the same
	hard    bool
}

// judge goes through the table, row by row.
func judge(f *facts) *judgement {
	j := &judgement{Points: scored.Points{
		Severities: scored.Severities{Medium: 10, High: 20},
		Trust:      true,
	}}
	j.note("start", startPoints, "every validator starts with 100 points")
	j.liveness(f)
	j.commission(f)
	j.mev(f)
	j.performance(f)
	j.decentralisation(f)
	j.software(f)
	j.maturity(f)
	return j
}

func (j *judgement) note(code string, points int, format string, args ...any) {
	j.Add(code, float64(points), format, args...)
}

// row is a row of the table that could be evaluated.
func (j *judgement) row(code string, points int, format string, args ...any) {
	j.tally.Part(code, 1, true)
	j.note(code, points, format, args...)
}

// unknown is a row that nobody could tell anything for. It takes no points and is not held in favour.
func (j *judgement) unknown(code, why string) {
	j.tally.Part(code, 1, false)
	j.missing = append(j.missing, code)
	j.note(code, 0, "not evaluated: %s", why)
}

// fails marks the row before as one that is enough by itself.
func (j *judgement) fails() {
	j.hard = true
	last := &j.Reasons[len(j.Reasons)-1]
	last.Severity = shared.ReasonSeverityHigh
	last.Detail += "; this alone is enough for avoid"
}

func (j *judgement) liveness(f *facts) {
	if f.delinquent {
		j.row("delinquent", -60, "the vote account is delinquent: it is too far behind with its votes")
		j.fails()
	} else {
		j.row("delinquent", 0, "not delinquent")
	}
	switch {
	case f.delinquent:
		j.row("last_vote", 0, "counted as delinquent already")
	case f.lagSlots == nil:
		j.unknown("last_vote", "votes of this cluster say nothing at present")
	case *f.lagSlots > lagSlots:
		j.row("last_vote", -10, "its last vote is %d slots behind the newest, more than 64", *f.lagSlots)
	default:
		j.row("last_vote", 0, "its last vote is %d slots behind the newest", *f.lagSlots)
	}
}

func (j *judgement) commission(f *facts) {
	pct := f.commissionPct
	points := 0
	switch {
	case pct >= halfPct:
		points = -50
	case pct > 10:
		points = -25
	case pct > 8:
		points = -10
	case pct > 5:
		points = -5
	}
	j.row("commission", points, "it keeps %s %% of the inflation rewards", number(pct))
	if pct >= allPct {
		j.fails()
	}

	switch {
	case f.past.rise < riseCounts && 2*f.past.known < f.window():
		j.unknown("commission_rise", fmt.Sprintf("its commission was seen in %d of the last %d epochs", f.past.known, f.window()))
	case f.past.rise >= riseCounts:
		j.row("commission_rise", -25, "its commission rose by %s points between epochs %d and now, to %s %% at most",
			number(f.past.rise), f.past.from, number(f.past.high))
		if f.past.rise50 {
			j.fails()
		}
	default:
		j.row("commission_rise", 0, "no rise by 5 points is seen in the %d of the last %d epochs that are known",
			f.past.known, windowEpochs)
	}
}

// window is in how many of the last epochs its commission could have risen, as far as is known; half of them must be.
func (f *facts) window() int {
	if f.agesEpochs != nil {
		return max(1, min(windowEpochs, int(*f.agesEpochs)))
	}
	return windowEpochs
}

func (j *judgement) mev(f *facts) {
	switch {
	case f.isJito == nil:
		j.unknown("mev_commission", "Stakewiz does not tell")
	case !*f.isJito:
		j.row("mev_commission", 0, "it does not run Jito")
	case f.mevBps == nil:
		j.unknown("mev_commission", "it runs Jito, and its commission is not told")
	case *f.mevBps >= mevAllBps:
		j.row("mev_commission", -15, "it keeps all MEV tips")
	case *f.mevBps > mevHighBps:
		j.row("mev_commission", -5, "it keeps %s %% of the MEV tips", number(*f.mevBps/100))
	default:
		j.row("mev_commission", 0, "it keeps %s %% of the MEV tips", number(*f.mevBps/100))
	}
}

func (j *judgement) performance(f *facts) {
	if ratio := f.creditsRatio; ratio == nil {
		j.unknown("vote_credits", f.creditsWhy)
	} else {
		points := 0
		switch {
		case *ratio < 0.5:
			points = -50
		case *ratio < 0.75:
			points = -30
		case *ratio < 0.9:
			points = -15
		case *ratio < 0.97:
			points = -5
		}
		j.row("vote_credits", points, "its votes and blocks of this epoch earned it %s times what they would the median validator", number(*ratio))
		if points == -50 {
			j.fails()
		}
	}

	switch {
	case f.cluster == nil:
		j.unknown("skip_rate", "blocks produced in this epoch could not be read for the same time")
	case f.own == nil || f.own.slots < leastLeaderSlots:
		j.unknown("skip_rate", "fewer than 20 leader slots in this epoch so far")
	default:
		own := *f.own.skipPct()
		all := *f.cluster.skipPct()
		over := own - all
		points := 0
		switch {
		case over > 15:
			points = -30
		case over > 5:
			points = -15
		case over > 2:
			points = -5
		}
		j.row("skip_rate", points, "it skipped %s %% of %d leader slots, the cluster %s %%", number(own), f.own.slots,
			number(all))
	}
}

func (j *judgement) decentralisation(f *facts) {
	if f.superminority {
		j.row("superminority", -15, "it is in the smallest set of validators that holds more than a third of the stake")
	} else {
		j.row("superminority", 0, "it is not in the superminority")
	}

	switch {
	case f.asnPct == nil:
		j.unknown("asn_concentration", "its network is not known")
	case *f.asnPct >= 25:
		j.row("asn_concentration", -8, "its network holds %s %% of the stake", number(*f.asnPct))
	case *f.asnPct >= 10:
		j.row("asn_concentration", -4, "its network holds %s %% of the stake", number(*f.asnPct))
	default:
		j.row("asn_concentration", 0, "its network holds %s %% of the stake", number(*f.asnPct))
	}
	switch {
	case f.cityPct == nil:
		j.unknown("city_concentration", "its city is not known")
	case *f.cityPct >= 10:
		j.row("city_concentration", -4, "its city holds %s %% of the stake", number(*f.cityPct))
	default:
		j.row("city_concentration", 0, "its city holds %s %% of the stake", number(*f.cityPct))
	}

	if f.sharePct > largeSharePc {
		j.row("stake_share", -5, "it holds %s %% of the stake, more than 3 %%", number(f.sharePct))
	} else {
		j.row("stake_share", 0, "it holds %s %% of the stake", number(f.sharePct))
	}
}

func (j *judgement) software(f *facts) {
	minimum := floorOf(f.version, f.minimum)
	switch {
	case f.version == "" && !f.versionsKnown:
		j.unknown("software_version", "the versions that nodes run could not be read")
	case f.version == "":
		j.unknown("software_version", "gossip does not show its version")
	case minimum != "" && older(f.version, minimum) && (f.versionValid == nil || !*f.versionValid):
		j.row("software_version", -20, "it runs %s, below %s, which the delegation program wants", f.version, minimum)
	case f.versionShare == nil && minimum == "":
		j.unknown("software_version", "neither the wanted version nor what others run is known")
	case f.versionShare != nil && *f.versionShare < commonPct:
		j.row("software_version", -10, "it runs %s, as %s %% of the stake does, less than 5 %%", f.version,
			number(*f.versionShare))
	default:
		j.row("software_version", 0, "it runs %s", f.version)
	}
}

func (j *judgement) maturity(f *facts) {
	switch {
	case f.votesTell && f.creditEpochs < youngEpochs:
		j.row("maturity", -15, "it has credits of %s, fewer than 5",
			scored.Count(f.creditEpochs, "epoch"))
	case f.agesEpochs == nil:
		j.unknown("maturity", "the epoch in which it first had stake is not known")
	case *f.agesEpochs < youngEpochs:
		j.row("maturity", -15, "it has had stake for %s, fewer than 5",
			scored.Count(int(*f.agesEpochs), "epoch"))
	case *f.agesEpochs <= grownEpochs:
		j.row("maturity", -5, "it has had stake for %d epochs, not more than 20", *f.agesEpochs)
	default:
		j.row("maturity", 0, "it has had stake for %d epochs", *f.agesEpochs)
	}

	if f.stakeSOL < leastSOL {
		j.row("little_stake", -5, "it has less than 1,000 SOL of stake")
	} else {
		j.row("little_stake", 0, "it has at least 1,000 SOL of stake")
	}

	switch {
	case f.described == nil:
		j.unknown("identity", "no list of names knows it or answered")
	case !*f.described:
		j.row("identity", -3, "it has published no name, website or Keybase account")
	default:
		j.row("identity", 0, "it has published who it is")
	}
}

// needed are rows without which nobody is called safe: each of them alone could have said avoid.
var needed = []string{"commission_rise", "vote_credits"}

// verdict is the outcome in one word.
func (j *judgement) verdict() gen.ValidatorVetVerdict {
	score := j.Score()
	switch {
	case j.hard || score < avoidBelow:
		return gen.Avoid
	case score < safeFrom:
		return gen.Caution
	}
	for _, code := range j.missing {
		if slices.Contains(needed, code) {
			j.note("not_all_known", 0, "not called safe, because %s could not be evaluated", code)
			return gen.Caution
		}
	}
	return gen.Safe
}

// outcome is the score with its reasons. What is enough for avoid alone stands, whatever else is not known.
func (j *judgement) outcome() (score *int, reasons []gen.Reason) {
	if j.hard {
		return new(j.Score()), j.Reasons
	}

	score, why := j.tally.Trust(j.Sum())
	j.Reasons = append(j.Reasons, why...)
	return score, j.Reasons
}

// floorOf is the version wanted of the client that a version is of: releases below 1.0 are Frankendancer's, the others
// of the client whose numbering they are in. "" where there is no such rule.
func floorOf(version string, wanted *sfdp.Requirement) string {
	if wanted == nil {
		return ""
	}
	have, ok := parts(version)
	if !ok {
		return ""
	}
	if have[0] == 0 {
		return wanted.Frankendancer
	}

	for _, floor := range []string{wanted.Agave, wanted.Firedancer} {
		if want, ok := parts(floor); ok && want[0]-have[0] <= 1 && have[0]-want[0] <= 1 {
			return floor
		}
	}
	return ""
}

// older says whether a version comes before another; false when one cannot be read.
func older(a, b string) bool {
	x, ok := parts(a)
	y, too := parts(b)
	if !ok || !too {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

// parts are the three numbers of a version, without what is behind them.
func parts(version string) (numbers [3]int, ok bool) {
	plain, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), "-")
	words := strings.Split(plain, ".")
	if len(words) != len(numbers) {
		return numbers, false
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return numbers, false
		}
		numbers[i] = n
	}
	return numbers, true
}

// number writes a number for readers, with three decimals at most.
func number(f float64) string { return strconv.FormatFloat(response.Round(f, 3), 'f', -1, 64) }
