package marketing

import (
	"context"
	"fmt"
	"math"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/internal/problem"
)

const (
	defaultAlpha = 0.05
	defaultPower = 0.8
	defaultSplit = 0.5
	nearestToEnd = 1e-12 // of a probability to 0 and 1
	srmAlarm     = 0.001 // p-value below which the split is called wrong
	weakExpected = 5     // expected count below which the normal approximation is weak
)

// plan is the options of a test.
type plan struct {
	alpha, power, split float64
	mde                 *float64 // relative lift planned for
	zAlpha, zPower      float64
}

// MarketingExperiment answers POST /marketing/experiment: whether two conversion rates differ, by how much,
// and whether the sample could tell.
func (h *Handlers) MarketingExperiment(_ context.Context, req gen.MarketingExperimentRequestObject) (gen.MarketingExperimentResponseObject, error) {
	if req.Body == nil {
		return nil, problem.Missing("a")
	}
	warn := &warnings{}
	p, err := readPlan(req.Body)
	if err != nil {
		return nil, err
	}
	e, err := readExperiment(req.Body, warn)
	if err != nil {
		return nil, err
	}
	answer, err := experimentAnswer(e, p, warn)
	if err != nil {
		return nil, err
	}
	return gen.MarketingExperiment200JSONResponse(answer), nil
}

// readPlan reads the options.
func readPlan(body *gen.MarketingExperimentRequest) (plan, error) {
	var p plan
	if body.Alternative != nil {
		switch name := strings.ReplaceAll(normalName(*body.Alternative), "_", ""); name {
		case "twosided", "twotailed":
		default:
			return p, problem.Invalid("alternative", "alternative must be two_sided")
		}
	}
	if body.Alpha != nil && body.Confidence != nil {
		return p, problem.Invalid("confidence", "give alpha or confidence, not both")
	}
	var err error
	if p.alpha, err = probability("alpha", body.Alpha, defaultAlpha); err != nil {
		return p, err
	}
	if body.Confidence != nil {
		confidence, err := probability("confidence", body.Confidence, 1-defaultAlpha)
		if err != nil {
			return p, err
		}
		p.alpha = math.Round((1-confidence)*1e15) / 1e15 // 1 - 0.95 is 0.05, not 0.050000000000000044
	}
	if p.power, err = probability("power", body.Power, defaultPower); err != nil {
		return p, err
	}
	if p.split, err = probability("expected_split", body.ExpectedSplit, defaultSplit); err != nil {
		return p, err
	}
	if body.Mde != nil {
		mde, err := option("mde", body.Mde, 0)
		if err != nil {
			return p, err
		}
		if mde <= 0 {
			return p, problem.Invalid("mde", "mde must be above 0: 0.1 plans for a relative lift of 10 %%")
		}
		p.mde = &mde
	}
	p.zAlpha, p.zPower = quantile(p.alpha/2), quantile(1-p.power)
	return p, nil
}

// probability is an option strictly between 0 and 1.
func probability(name string, raw *gen.MarketingNumber, otherwise float64) (float64, error) {
	x, err := option(name, raw, otherwise)
	if err == nil && (x < nearestToEnd || x > 1-nearestToEnd) {
		err = problem.Invalid(name, "%s must be between 0 and 1, at least %g away from both", name, nearestToEnd)
	}
	return x, err
}

func experimentAnswer(e *experiment, p plan, warn *warnings) (gen.MarketingExperiment, error) {
	a, b := e.arms[0], e.arms[1]
	d := difference(a, b)
	answer := gen.MarketingExperiment{
		A: armResult(a, e.names[0], p.zAlpha), B: armResult(b, e.names[1], p.zAlpha),
		PValue: 1, Alpha: p.alpha,
		Mde:           gen.MarketingEffect{Alpha: p.alpha, Power: p.power},
		ColumnMapping: e.columnMapping, IgnoredColumns: e.ignoredColumns,
		Inputs: gen.MarketingExperimentInputs{
			Source: gen.MarketingExperimentInputsSource(e.source), Alpha: p.alpha, Power: p.power, Mde: p.mde,
			Alternative: gen.TwoSided, ExpectedSplit: p.split,
		},
		Conventions: gen.MarketingConventions{
			"a":                    "a is the control; lift and z are positive when b is better",
			"rates":                "fractions, 0.05 is 5 %; a relative lift of 0.1 is 10 % more than a",
			"z":                    "difference over its standard error with the pooled rate",
			"ci":                   "absolute: Wald, unpooled; relative: Katz log ratio; of each rate: Wilson",
			"mde":                  "(z of 1-alpha/2 + z of power) x standard error at the rate of a",
			"required_sample_size": "normal approximation without continuity correction, two-sided",
			"sufficient":           "the smaller variant has at least per_arm visitors",
		},
		Disclaimer: disclaimer,
	}
	if se := pooledError(a, b); se > 0 {
		z := d/se + 0
		answer.Z, answer.PValue = &z, twoSided(z)
	} else {
		warn.add("z", reasonZeroDenominator, "nobody or everybody converted: there is no variance, p_value is 1")
	}
	answer.Significant = answer.PValue < p.alpha
	answer.Verdict = verdict(answer.Significant, d)
	rate := a.rate()
	answer.Lift = gen.MarketingLift{Absolute: d + 0, Relative: ratio(&d, &rate)}
	if rate == 0 {
		warn.add("lift.relative", reasonZeroDenominator, "nothing of a converted")
	}
	answer.Ci = intervals(a, b, p, warn)
	low, high := newcombe(a, b, p.zAlpha)
	answer.CiNewcombe = []float64{low + 0, high + 0}
	detect(&answer, a, b, p, warn)
	if err := require(&answer, a, b, p, warn); err != nil {
		return answer, err
	}
	if a.variance()+b.variance() > 0 {
		answer.PowerAchieved = finite(powerReached(a, b, p.zAlpha))
	} else {
		warn.add("power_achieved", reasonZeroDenominator, "neither rate has any variance")
	}
	if smallestExpected(a, b) < weakExpected {
		warn.add("p_value", "normal_approximation_weak", "an expected count is below 5: prefer fisher_p and ci_newcombe")
		if exact, ok := fisher(a, b); ok {
			answer.FisherP = &exact
		} else {
			warn.add("fisher_p", reasonNotApplicable, "there are too many tables to sum over")
		}
	}
	answer.Srm = splitCheck(a, b, p.split)
	if answer.Srm.Mismatch {
		warn.add("srm", "sample_ratio_mismatch", fmt.Sprintf("a has %.4g of the visitors, %.4g was planned: find out why before trusting the test, or give expected_split if this was the plan", answer.Srm.ObservedSplit, p.split))
	}
	answer.Warnings = warn.all()
	return answer, nil
}

func armResult(a arm, name string, z float64) gen.MarketingArmResult {
	low, high := wilson(a, z)
	return gen.MarketingArmResult{Name: name, N: a.n, Conversions: a.x, Rate: a.rate(), Ci: []float64{low, high}}
}

func verdict(significant bool, d float64) gen.MarketingExperimentVerdict {
	switch {
	case significant && d > 0:
		return gen.BWins
	case significant && d < 0:
		return gen.AWins
	}
	return gen.NoDifferenceDetected
}

func intervals(a, b arm, p plan, warn *warnings) gen.MarketingLiftInterval {
	low, high := wald(a, b, p.zAlpha)
	ci := gen.MarketingLiftInterval{
		Level: 1 - p.alpha, Absolute: []float64{low + 0, high + 0}, Method: gen.WaldUnpooled, RelativeMethod: gen.KatzLog,
	}
	if low, high, ok := katz(a, b, p.zAlpha); ok {
		ci.Relative = &gen.MarketingInterval{low + 0, high + 0}
	} else {
		warn.add("ci.relative", reasonNotApplicable, "the log ratio needs conversions in both variants")
	}
	return ci
}

// detect fills the minimum detectable effect in.
func detect(answer *gen.MarketingExperiment, a, b arm, p plan, warn *warnings) {
	rate := a.rate()
	if a.x == 0 || a.x == a.n {
		warn.add("mde", reasonNotApplicable, "the rate of a is 0 or 1: it has no variance to detect an effect against")
		return
	}
	effect := detectable(a, b, p.zAlpha, p.zPower)
	answer.Mde.Absolute, answer.Mde.Relative = finite(effect), ratio(&effect, &rate)
}

// require fills the required sample size in, for the planned lift or the observed one.
func require(answer *gen.MarketingExperiment, a, b arm, p plan, warn *warnings) error {
	pa, pb, d := a.rate(), b.rate(), difference(a, b)
	size := &answer.RequiredSampleSize
	size.Basis = gen.ObservedLift
	if p.mde != nil {
		size.Basis = gen.Mde
		pb = pa * (1 + *p.mde)
		if pb > 1 {
			return problem.Invalid("mde", "mde is out of reach: %g more than a rate of %g is above 1", *p.mde, pa)
		}
		d = pb - pa
	}
	if d == 0 {
		warn.add("required_sample_size", reasonZeroDenominator, "there is no difference to size a sample for; give mde to plan for one")
		return nil
	}
	perArm := math.Ceil(sampleSize(pa, pb, p.zAlpha, p.zPower))
	if !(perArm <= maxAmount) {
		warn.add("required_sample_size", "overflow", "the difference is too small: more visitors would be needed than can be counted")
		return nil
	}
	// A difference of 0 to 1 has no variance left and asks for less than one visitor.
	n := max(1, int64(perArm))
	total := 2 * n
	enough := min(a.n, b.n) >= n
	size.PerArm, size.Total, answer.Sufficient = &n, &total, &enough
	return nil
}

func splitCheck(a, b arm, planned float64) gen.MarketingSplitCheck {
	p := splitP(a, b, planned)
	return gen.MarketingSplitCheck{
		ExpectedSplit: planned, ObservedSplit: float64(a.n) / (float64(a.n) + float64(b.n)), PValue: p, Mismatch: p < srmAlarm,
	}
}
