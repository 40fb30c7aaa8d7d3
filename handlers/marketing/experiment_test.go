package marketing

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/marketing"
	"pgregory.net/rapid"
)

func close(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

// The values are those of statsmodels (proportions_ztest, proportion_confint, confint_proportions_2indep)
// and of R (power.prop.test).
func TestExperimentMatchesStatsmodelsAndR(t *testing.T) {
	for _, body := range []string{
		`{"a":{"visitors":1000,"conversions":100},"b":{"visitors":1000,"conversions":130}}`,
		`{"control":{"n":"1000","x":100},"treatment":{"users":1000,"converted":130}}`,
		`{"control":{"Sample Size":1000,"successes":100},"variant":{"total":1000,"x":130}}`,
		`{"n_a":1000,"x_a":100,"n_b":1000,"x_b":130}`,
		`{"visitors_a":1000,"conversions_a":100,"b_visitors":"1000","b_conversions":130}`,
		`{"rows":[{"variant":"a","visitors":1000,"conversions":100},{"variant":"b","visitors":1000,"conversions":130}]}`,
		`{"csv":"group;users;purchases\nnew;1.000;130\ncontrol;1.000;100"}`,
		`{"tsv":"sessions\torders\n1000\t100\n1,000\t130"}`,
		`{"csv":"day,variant,n,x\n1,B,600,80\n1,A,500,40\n2,b ,400,50\n2,A,500,60"}`,
	} {
		var e gen.MarketingExperiment
		ok(t, "/marketing/experiment", body, &e)
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"z", *e.Z, 2.102740605622}, {"p", e.PValue, .03548845046647},
			{"ci low", e.Ci.Absolute[0], .002067934439376}, {"ci high", e.Ci.Absolute[1], .05793206556062},
			{"newcombe low", e.CiNewcombe[0], .00200234871528}, {"newcombe high", e.CiNewcombe[1], .0580704850222},
			{"relative low", (*e.Ci.Relative)[0], .01698427097105}, {"relative high", (*e.Ci.Relative)[1], .6617759470226},
			{"mde", *e.Mde.Absolute, .03758720995476}, {"lift", *e.Lift.Relative, .3},
		} {
			if !close(c.got, c.want, 1e-10) {
				t.Errorf("%s: %s is %.15g, not %.13g", body, c.name, c.got, c.want)
			}
		}
		if *e.RequiredSampleSize.PerArm != 1774 || *e.RequiredSampleSize.Total != 3548 || *e.Sufficient || e.Verdict != "b_wins" || !e.Significant || e.RequiredSampleSize.Basis != "observed_lift" {
			t.Errorf("%s: %+v", body, e)
		}
	}
}

// Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
// Medicine 17 (1998), table II, methods 1 (Wald) and 10.
func TestNewcombeTableTwo(t *testing.T) {
	z := quantile(0.025)
	for _, c := range []struct {
		b, a                     arm
		low, high, waldLo, waldH float64
	}{
		{arm{70, 56}, arm{80, 48}, 0.0524, 0.3339, 0.0575, 0.3425},
		{arm{10, 9}, arm{10, 3}, 0.1705, 0.8090, 0.2605, 0.9395},
		{arm{7, 6}, arm{7, 2}, 0.0582, 0.8062, 0.1481, 0.9947},
		{arm{56, 5}, arm{29, 0}, -0.0381, 0.1926, 0.0146, 0.1640},
		{arm{10, 0}, arm{20, 0}, -0.1611, 0.2775, 0, 0},
		{arm{10, 0}, arm{10, 0}, -0.2775, 0.2775, 0, 0},
		{arm{10, 10}, arm{20, 0}, 0.6791, 1, 1, 1},
		{arm{10, 10}, arm{10, 0}, 0.6075, 1, 1, 1},
	} {
		low, high := newcombe(c.a, c.b, z)
		if math.Abs(low-c.low) > 5.1e-5 || math.Abs(high-c.high) > 5.1e-5 {
			t.Errorf("%v - %v: %.5f to %.5f, not %.4f to %.4f", c.b, c.a, low, high, c.low, c.high)
		}
		low, high = wald(c.a, c.b, z)
		if math.Abs(low-c.waldLo) > 5.1e-5 || math.Abs(high-c.waldH) > 5.1e-5 {
			t.Errorf("%v - %v: Wald %.5f to %.5f, not %.4f to %.4f", c.b, c.a, low, high, c.waldLo, c.waldH)
		}
	}
}

// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
// (1998), table I, method 3.
func TestWilsonTableOne(t *testing.T) {
	for _, c := range []struct {
		a         arm
		low, high float64
	}{{arm{263, 81}, 0.2553, 0.3662}, {arm{148, 15}, 0.0624, 0.1605}, {arm{20, 0}, 0, 0.1611}, {arm{29, 1}, 0.0061, 0.1718}} {
		low, high := wilson(c.a, quantile(0.025))
		if math.Abs(low-c.low) > 5.1e-5 || math.Abs(high-c.high) > 5.1e-5 {
			t.Errorf("%v: %.5f to %.5f, not %.4f to %.4f", c.a, low, high, c.low, c.high)
		}
	}
}

// TestNobodyWinsByTheWeakerTest: of few conversions the normal distribution is no measure.
func TestNobodyWinsByTheWeakerTest(t *testing.T) {
	for body, want := range map[string]gen.MarketingExperimentVerdict{
		`{"n_a":10,"x_a":0,"n_b":10,"x_b":4}`:     "no_difference_detected", // p_value .025, fisher_p .087
		`{"n_a":1000,"x_a":5,"n_b":1000,"x_b":0}`: "no_difference_detected",
		`{"n_a":10,"x_a":0,"n_b":10,"x_b":8}`:     "b_wins",
	} {
		var e gen.MarketingExperiment
		ok(t, "/marketing/experiment", body, &e)
		if e.Verdict != want || e.Significant != (want == "b_wins") || e.PValue >= 0.05 {
			t.Errorf("%s: %s, p %v and %v", body, e.Verdict, e.PValue, *e.FisherP)
		}
	}
}

// Fisher's tea taster, and the twins of criminals of his "Statistical Methods for Research Workers",
// p-values as fisher.test of R gives them.
func TestFisherMatchesR(t *testing.T) {
	for _, c := range []struct {
		a, b arm
		want float64
	}{{arm{4, 3}, arm{4, 1}, 0.4857142857}, {arm{17, 2}, arm{13, 10}, 0.0005367241}, {arm{10, 0}, arm{10, 0}, 1}, {arm{3, 0}, arm{3, 3}, 0.1}} {
		if p, ok := fisher(c.a, c.b); !ok || !close(p, c.want, 1e-6) {
			t.Errorf("%v %v: %.10f, not %.10f", c.a, c.b, p, c.want)
		}
		if p, _ := fisher(c.b, c.a); !close(p, c.want, 1e-6) {
			t.Errorf("%v %v: %.10f, not %.10f", c.b, c.a, p, c.want)
		}
	}
}

// The example of R's power.prop.test: p1 = 0.50, p2 = 0.75, power = 0.90 needs 76.7 per group.
func TestSampleSizeMatchesR(t *testing.T) {
	if n := sampleSize(0.5, 0.75, quantile(0.025), quantile(0.1)); math.Abs(n-76.7) > 0.05 {
		t.Errorf("%v", n)
	}
}

func TestNormalTails(t *testing.T) {
	for _, c := range []struct{ tail, want float64 }{
		{0.025, 1.959963984540054}, {0.2, 0.8416212335729143}, {0.5, 0}, {1e-10, 6.361340902404056}, {0.9, -1.2815515655446004},
	} {
		if got := quantile(c.tail); math.Abs(got-c.want) > 1e-14*math.Max(1, math.Abs(c.want)) {
			t.Errorf("quantile of %v is %.17g, not %.17g", c.tail, got, c.want)
		}
	}
	if p := twoSided(10); !close(p, 1.523970604832105e-23, 1e-12) {
		t.Errorf("the tail at 10 is %v", p)
	}
}

func TestPlannedLiftSizesTheSample(t *testing.T) {
	var e gen.MarketingExperiment
	ok(t, "/marketing/experiment", `{"n_a":1000,"x_a":500,"n_b":900,"x_b":500,"mde":0.5,"power":"0.9","confidence":0.95,"alternative":"Two-Sided"}`, &e)
	if e.RequiredSampleSize.Basis != "mde" || *e.RequiredSampleSize.PerArm != 77 || !*e.Sufficient || e.Alpha != 0.05 || *e.Inputs.Mde != 0.5 {
		t.Errorf("%+v", e.RequiredSampleSize)
	}
}

func TestExperimentWithoutVarianceIsNullWithAReason(t *testing.T) {
	var e gen.MarketingExperiment
	ok(t, "/marketing/experiment", `{"n_a":10,"x_a":0,"n_b":10,"x_b":0}`, &e)
	if e.Z != nil || e.PValue != 1 || e.Lift.Relative != nil || e.Ci.Relative != nil || e.Mde.Absolute != nil || e.RequiredSampleSize.PerArm != nil || e.Sufficient != nil || e.PowerAchieved != nil || e.Verdict != "no_difference_detected" {
		t.Errorf("%+v", e)
	}
	for _, w := range [][2]string{{"z", "zero_denominator"}, {"lift.relative", "zero_denominator"}, {"ci.relative", "not_applicable"}, {"mde", "not_applicable"}, {"required_sample_size", "zero_denominator"}, {"power_achieved", "zero_denominator"}} {
		if !has(e.Warnings, w[0], w[1]) {
			t.Errorf("no warning %v: %+v", w, e.Warnings)
		}
	}
	ok(t, "/marketing/experiment", `{"n_a":5,"x_a":0,"n_b":5,"x_b":5}`, &e)
	if *e.RequiredSampleSize.PerArm < 1 || e.Z == nil || e.FisherP == nil || !has(e.Warnings, "p_value", "normal_approximation_weak") {
		t.Errorf("%+v", e)
	}
}

func TestSplitThatWasNotPlannedIsFlagged(t *testing.T) {
	var e gen.MarketingExperiment
	ok(t, "/marketing/experiment", `{"n_a":9000,"x_a":900,"n_b":1000,"x_b":120}`, &e)
	if !e.Srm.Mismatch || !has(e.Warnings, "srm", "sample_ratio_mismatch") {
		t.Errorf("%+v", e.Srm)
	}
	ok(t, "/marketing/experiment", `{"n_a":9000,"x_a":900,"n_b":1000,"x_b":120,"expected_split":0.9}`, &e)
	if e.Srm.Mismatch || e.Srm.PValue != 1 {
		t.Errorf("%+v", e.Srm)
	}
}

func TestExperimentRefusesWhatItCannotUse(t *testing.T) {
	for _, c := range []struct{ body, code, field string }{
		{`{}`, "missing_input", "a"},
		{`{"a":{"n":10,"x":1}}`, "missing_input", "b"},
		{`{"a":{"n":10},"b":{"n":10,"x":1}}`, "missing_input", "a"},
		{`{"a":{"n":10,"x":11},"b":{"n":10,"x":1}}`, "invalid_input", "conversions"},
		{`{"a":{"n":0,"x":0},"b":{"n":10,"x":1}}`, "invalid_input", "visitors"},
		{`{"a":{"n":10.5,"x":1},"b":{"n":10,"x":1}}`, "invalid_input", "a.n"},
		{`{"a":{"n":10,"x":-1},"b":{"n":10,"x":1}}`, "invalid_input", "a.x"},
		{`{"a":{"n":10,"x":1},"control":{"n":10,"x":1},"b":{"n":10,"x":1}}`, "invalid_input", "control"},
		{`{"a":{"n":10,"x":1},"b":{"n":10,"x":1},"n_a":5}`, "invalid_input", "n_a"},
		{`{"n_a":10,"x_a":1,"n_b":10,"y_b":1}`, "unknown_parameter", "y_b"},
		{`{"n_a":10,"x_a":1,"n_b":10,"y_b":{"n":1}}`, "unknown_parameter", "y_b"},
		{`{"users_a":true,"x_a":1,"n_b":10,"x_b":1}`, "invalid_input", "users_a"},
		{`{"users_a":null,"x_a":1,"n_b":10,"x_b":1}`, "invalid_input", "users_a"},
		{`{"users_a":"ten","x_a":1,"n_b":10,"x_b":1}`, "invalid_input", "users_a"},
		{`{"n_a":10,"x_a":1,"n_b":10,"x_b":1,"alpha":1}`, "invalid_input", "alpha"},
		{`{"n_a":10,"x_a":1,"n_b":10,"x_b":1,"alpha":0.1,"confidence":0.9}`, "invalid_input", "confidence"},
		{`{"n_a":10,"x_a":1,"n_b":10,"x_b":1,"power":0}`, "invalid_input", "power"},
		{`{"n_a":10,"x_a":9,"n_b":10,"x_b":1,"mde":0.5}`, "invalid_input", "mde"},
		{`{"n_a":10,"x_a":9,"n_b":10,"x_b":1,"alternative":"larger"}`, "invalid_input", "alternative"},
		{`{"rows":[{"variant":"a","n":10,"x":1}]}`, "invalid_input", "rows"},
		{`{"rows":[{"variant":"a","n":10,"x":1},{"variant":"b","n":10,"x":1},{"variant":"c","n":10,"x":1}]}`, "too_many_variants", "rows"},
		{`{"csv":"variant,n,x\na,10,\nb,10,1"}`, "invalid_input", "csv"},
		{`{"csv":"foo,bar\na,10\nb,10"}`, "no_header", "csv"},
	} {
		if code, field, detail := refused(t, "/marketing/experiment", c.body); code != c.code || field != c.field {
			t.Errorf("%s: %s %s %s", c.body, code, field, detail)
		}
	}
}

func drawArm(t *rapid.T, name string) arm {
	n := rapid.Int64Range(1, rapid.SampledFrom([]int64{5, 1000, 1e9, maxVisitors}).Draw(t, name+" size")).Draw(t, name)
	return arm{n, rapid.Int64Range(0, n).Draw(t, name+" conversions")}
}

func TestSwappingTheVariantsMirrorsTheTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawArm(t, "a"), drawArm(t, "b")
		text := func(a, b arm) string { return fmt.Sprintf(`{"n_a":%d,"x_a":%d,"n_b":%d,"x_b":%d}`, a.n, a.x, b.n, b.x) }
		var one, two gen.MarketingExperiment
		ok(t, "/marketing/experiment", text(a, b), &one)
		ok(t, "/marketing/experiment", text(b, a), &two)
		decides := *cmp.Or(one.FisherP, &one.PValue)
		if one.PValue < 0 || one.PValue > 1 || one.Significant != (decides < 0.05) {
			t.Fatalf("p %v", one.PValue)
		}
		if !close(one.PValue, two.PValue, 1e-9) || one.Lift.Absolute != -two.Lift.Absolute || (one.Z == nil) != (two.Z == nil) {
			t.Fatalf("%v %v: %v and %v", a, b, one, two)
		}
		if one.Z != nil && !close(*one.Z, -*two.Z, 1e-12) {
			t.Fatalf("z %v and %v", *one.Z, *two.Z)
		}
		for _, ci := range [][2][]float64{{one.Ci.Absolute, two.Ci.Absolute}, {one.CiNewcombe, two.CiNewcombe}} {
			if math.Abs(ci[0][0]+ci[1][1]) > 1e-12 || math.Abs(ci[0][1]+ci[1][0]) > 1e-12 {
				t.Fatalf("intervals %v and %v", ci[0], ci[1])
			}
			if ci[0][0] > one.Lift.Absolute+1e-12 || ci[0][1] < one.Lift.Absolute-1e-12 {
				t.Fatalf("%v does not hold %v", ci[0], one.Lift.Absolute)
			}
		}
		if verdicts := string(one.Verdict + " " + two.Verdict); strings.Contains(verdicts, "wins") && one.Verdict == two.Verdict {
			t.Fatal(verdicts)
		}
		if one.FisherP != nil && (*one.FisherP < 0 || *one.FisherP > 1 || !close(*one.FisherP, *two.FisherP, 1e-6)) {
			t.Fatalf("Fisher %v and %v", *one.FisherP, *two.FisherP)
		}
	})
}
