package marketing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

const (
	defaultAlpha = 0.05
	defaultPower = 0.8
	defaultSplit = 0.5
	nearestToEnd = 1e-12 // distance of a probability from 0 and 1
	srmAlarm     = 0.001 // p-value below which the split counts as wrong
	weakExpected = 5     // expected count below which the normal approximation is weak
)

// plan is the options of a test.
type plan struct {
	alpha  float64
	power  float64
	split  float64  // share of a that was planned
	mde    *float64 // relative lift planned for
	zAlpha float64  // of 1-alpha/2
	zPower float64  // of power
}

// MarketingExperiment answers POST /marketing/experiment: whether two conversion rates differ, by how much, and
// whether the sample was large enough.
func (h *Handlers) MarketingExperiment(
	_ context.Context, req gen.MarketingExperimentRequestObject,
) (gen.MarketingExperimentResponseObject, error) {
	if req.Body == nil {
		return nil, problem.Missing("a")
	}

	p, err := readPlan(req.Body)
	if err != nil {
		return nil, err
	}
	warn := &warnings{}
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
func readPlan(body *gen.MarketingExperimentRequest) (p plan, err error) {
	if err := checkAlternative(body.Alternative); err != nil {
		return p, err
	}
	if p.alpha, err = readAlpha(body); err != nil {
		return p, err
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

	p.zAlpha = quantile(p.alpha / 2)
	p.zPower = quantile(1 - p.power)

	return p, nil
}

func checkAlternative(given *string) error {
	if given == nil {
		return nil
	}

	switch strings.ReplaceAll(table.NormalName(*given), "_", "") {
	case "twosided", "twotailed":
		return nil
	}

	return problem.Invalid("alternative", "alternative must be two_sided")
}

// readAlpha reads alpha, or confidence, which is 1 - alpha.
func readAlpha(body *gen.MarketingExperimentRequest) (float64, error) {
	if body.Confidence == nil {
		return probability("alpha", body.Alpha, defaultAlpha)
	}
	if body.Alpha != nil {
		return 0, problem.Invalid("confidence", "give alpha or confidence, not both")
	}

	confidence, err := probability("confidence", body.Confidence, 1-defaultAlpha)

	return math.Round((1-confidence)*1e15) / 1e15, err // 1 - 0.95 is 0.05, not 0.050000000000000044
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
	a := e.arms[0]
	b := e.arms[1]
	answer := gen.MarketingExperiment{
		A:              armResult(a, e.names[0], p.zAlpha),
		B:              armResult(b, e.names[1], p.zAlpha),
		Alpha:          p.alpha,
		ColumnMapping:  e.columnMapping,
		IgnoredColumns: e.ignoredColumns,
		Inputs: gen.MarketingExperimentInputs{
			Source:        gen.MarketingExperimentInputsSource(e.source),
			Alpha:         p.alpha,
			Power:         p.power,
			Mde:           p.mde,
			Alternative:   gen.TwoSided,
			ExpectedSplit: p.split,
		},
		Conventions: gen.MarketingConventions{
			"a":                    "a is the control; lift and z are positive when b is better",
			"rates":                "fractions, 0.05 is 5 %; a relative lift of 0.1 is 10 % more than a",
			"z":                    "difference over its standard error with the pooled rate",
			"ci":                   "absolute: Wald, unpooled; relative: Katz log ratio; of each rate: Wilson",
			"mde":                  "(z of 1-alpha/2 + z of power) x standard error at the rate of a",
			"required_sample_size": "normal approximation without continuity correction, two-sided",
			"sufficient":           "the smaller variant has at least per_arm visitors",
			"significant":          "fisher_p below alpha; p_value where fisher_p is null",
		},
		Disclaimer: disclaimer,
	}

	zTest(&answer, a, b, warn)
	answer.FisherP = exact(a, b, warn)
	decide(&answer, difference(a, b))
	answer.Lift = lift(a, b, warn)
	answer.Ci = intervals(a, b, p, warn)
	low, high := newcombe(a, b, p.zAlpha)
	answer.CiNewcombe = []float64{low + 0, high + 0} // -0 becomes 0

	answer.Mde = detect(a, b, p, warn)
	if err := require(&answer, a, b, p, warn); err != nil {
		return answer, err
	}
	answer.PowerAchieved = achieved(a, b, p, warn)
	answer.Srm = splitCheck(a, b, p.split, warn)
	answer.Warnings = warn.all()

	return answer, nil
}

func armResult(a arm, name string, z float64) gen.MarketingArmResult {
	low, high := wilson(a, z)

	return gen.MarketingArmResult{
		Name:        name,
		N:           a.n,
		Conversions: a.x,
		Rate:        a.rate(),
		Ci:          []float64{low, high},
	}
}

// zTest fills in z and its p-value.
func zTest(answer *gen.MarketingExperiment, a, b arm, warn *warnings) {
	answer.PValue = 1
	if se := pooledError(a, b); se > 0 {
		z := difference(a, b)/se + 0
		answer.Z = &z
		answer.PValue = twoSided(z)
	} else {
		warn.add("z", reasonZeroDenominator, "nobody or everybody converted: there is no variance, p_value is 1")
	}
}

// decide fills in the verdict: by the exact test where the other is only near to it.
func decide(answer *gen.MarketingExperiment, d float64) {
	answer.Significant = *cmp.Or(answer.FisherP, &answer.PValue) < answer.Alpha
	switch {
	case answer.Significant && d > 0:
		answer.Verdict = gen.BWins
	case answer.Significant && d < 0:
		answer.Verdict = gen.AWins
	default:
		answer.Verdict = gen.NoDifferenceDetected
	}
}

func lift(a, b arm, warn *warnings) gen.MarketingLift {
	d := difference(a, b)
	rate := a.rate()
	if rate == 0 {
		warn.add("lift.relative", reasonZeroDenominator, "nothing of a converted")
	}

	return gen.MarketingLift{Absolute: d + 0, Relative: ratio(&d, &rate)}
}

func intervals(a, b arm, p plan, warn *warnings) gen.MarketingLiftInterval {
	low, high := wald(a, b, p.zAlpha)
	ci := gen.MarketingLiftInterval{
		Level:          1 - p.alpha,
		Absolute:       []float64{low + 0, high + 0},
		Method:         gen.WaldUnpooled,
		RelativeMethod: gen.KatzLog,
	}
	if low, high, ok := katz(a, b, p.zAlpha); ok {
		ci.Relative = &gen.MarketingInterval{low + 0, high + 0}
	} else {
		warn.add("ci.relative", reasonNotApplicable, "the log ratio needs conversions in both variants")
	}

	return ci
}

// detect is the minimum detectable effect.
func detect(a, b arm, p plan, warn *warnings) gen.MarketingEffect {
	mde := gen.MarketingEffect{Alpha: p.alpha, Power: p.power}
	if a.x == 0 || a.x == a.n {
		warn.add("mde", reasonNotApplicable,
			"the rate of a is 0 or 1: it has no variance to detect an effect against")

		return mde
	}

	rate := a.rate()
	effect := detectable(a, b, p.zAlpha, p.zPower)
	mde.Absolute = finite(effect)
	mde.Relative = ratio(&effect, &rate)

	return mde
}

// require fills in the required sample size for the planned or the observed lift.
func require(answer *gen.MarketingExperiment, a, b arm, p plan, warn *warnings) error {
	size := &answer.RequiredSampleSize
	pa := a.rate()
	pb := b.rate()
	d := difference(a, b)
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
		warn.add("required_sample_size", reasonZeroDenominator,
			"there is no difference to size a sample for; give mde to plan for one")

		return nil
	}

	perArm := math.Ceil(sampleSize(pa, pb, p.zAlpha, p.zPower))
	if !(perArm <= table.MaxAmount) {
		warn.add("required_sample_size", "overflow",
			"the difference is too small: more visitors would be needed than can be counted")

		return nil
	}

	// A difference from 0 to 1 has no variance and requires less than one visitor.
	n := max(1, int64(perArm))
	size.PerArm = &n
	size.Total = new(2 * n)
	answer.Sufficient = new(min(a.n, b.n) >= n)

	return nil
}

// achieved is the power of the test for the observed difference.
func achieved(a, b arm, p plan, warn *warnings) *float64 {
	if a.variance()+b.variance() == 0 {
		warn.add("power_achieved", reasonZeroDenominator, "neither rate has any variance")
		return nil
	}

	return finite(powerReached(a, b, p.zAlpha))
}

// exact is the p-value of Fisher's test if the normal approximation is weak.
func exact(a, b arm, warn *warnings) *float64 {
	if smallestExpected(a, b) >= weakExpected {
		return nil
	}
	warn.add("p_value", "normal_approximation_weak",
		"an expected count is below 5: fisher_p decides, and ci_newcombe is the better interval")

	p, ok := fisher(a, b)
	if !ok {
		warn.add("fisher_p", reasonNotApplicable, "there are too many tables to sum over")
		return nil
	}

	return &p
}

func splitCheck(a, b arm, planned float64, warn *warnings) gen.MarketingSplitCheck {
	p := splitP(a, b, planned)
	check := gen.MarketingSplitCheck{
		ExpectedSplit: planned,
		ObservedSplit: float64(a.n) / (float64(a.n) + float64(b.n)),
		PValue:        p,
		Mismatch:      p < srmAlarm,
	}
	if check.Mismatch {
		warn.add("srm", "sample_ratio_mismatch", fmt.Sprintf("a has %.4g of the visitors, %.4g was planned: "+
			"find out why before trusting the test, or give expected_split if this was the plan",
			check.ObservedSplit, planned))
	}

	return check
}
