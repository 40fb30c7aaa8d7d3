package facts_test

import (
	"testing"

	"github.com/farebox/farebox/handlers/edgar/facts"
)

func TestSplitsAreNoRestatements(t *testing.T) {
	const (
		a       = " 10-K:a:2021-02-03:2020\n"
		b       = " 10-K:b:2023-02-03:2022\n"
		of2020  = "2020-01-01 2020-12-31 "
		of2019  = "2019-01-01 2019-12-31 "
		earned  = "EarningsPerShareDiluted USD/shares "
		diluted = "WeightedAverageNumberOfDilutedSharesOutstanding shares "
	)
	cases := []struct {
		why    string
		lines  string
		ratio  float64 // of the split in 2020's figure
		later  float64 // that 2019's does not reflect
		change bool    // 2020's counts as restated
	}{
		{
			"twenty for one, by earnings",
			earned + of2020 + "58.61" + a + earned + of2020 + "2.93" + b + earned + of2019 + "49.16" + a,
			20,
			20,
			false,
		},
		{"three for two, by shares", diluted + of2020 + "1000000" + a + diluted + of2020 + "1500000" + b +
			earned + of2020 + "3.00" + a + earned + of2020 + "2.00" + b +
			earned + of2019 + "1.50" + a, 1.5, 1.5, false},
		{"one for eight", diluted + of2020 + "8000000" + a + diluted + of2020 + "1000400" + b +
			earned + of2020 + "-0.62" + a + earned + of2020 + "-4.98" + b +
			earned + of2019 + "0.40" + a, 0.125, 0.125, false},
		{
			"half the earnings of as many shares are a restatement",
			diluted + of2020 + "1000000" + a + diluted + of2020 + "1000000" + b +
				earned + of2020 + "3.00" + a + earned + of2020 + "1.50" + b + earned + of2019 + "1.50" + a,
			0,
			1,
			true,
		},
		{
			"small figures are rounded too much to tell",
			earned + of2020 + "0.02" + a + earned + of2020 + "0.01" + b + earned + of2019 + "1.50" + a,
			0,
			1,
			true,
		},
		{
			"nothing changed",
			earned + of2020 + "3.00" + a + earned + of2020 + "3.00" + b + earned + of2019 + "1.50" + a,
			0,
			1,
			false,
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			co := company(t, c.lines, "NetIncomeLoss USD "+of2020+"9"+a, "NetIncomeLoss USD "+of2019+"9"+a)
			now := co.Value(facts.Named("eps_diluted"), in(t, co, "FY2020"))
			then := co.Value(facts.Named("eps_diluted"), in(t, co, "FY2019"))
			if now.SplitRatio != c.ratio || now.Restated() != c.change || now.LaterSplits != 1 {
				t.Errorf("FY2020: ratio %v, restated %v, later %v", now.SplitRatio, now.Restated(), now.LaterSplits)
			}
			if then.LaterSplits != c.later {
				t.Errorf("FY2019: splits since %v, want %v", then.LaterSplits, c.later)
			}
		})
	}
}

// TestTwoSplitsMultiply: the oldest figures lack both.
func TestTwoSplitsMultiply(t *testing.T) {
	const earned = "EarningsPerShareDiluted USD/shares "
	c := company(
		t,
		"NetIncomeLoss USD 2018-01-01 2018-12-31 9 10-K:a:2019-02-01:2018",
		earned+"2018-01-01 2018-12-31 8.00 10-K:a:2019-02-01:2018",
		earned+"2019-01-01 2019-12-31 12.00 10-K:b:2020-02-01:2019",
		earned+"2019-01-01 2019-12-31 3.00 10-K:c:2021-02-01:2020",
		earned+"2020-01-01 2020-12-31 40.00 10-K:c:2021-02-01:2020",
		earned+"2020-01-01 2020-12-31 4.00 10-K:d:2022-02-01:2021",
		earned+"2021-01-01 2021-12-31 5.00 10-K:d:2022-02-01:2021",
	)
	for label, want := range map[string]float64{"FY2018": 40, "FY2019": 10, "FY2020": 1, "FY2021": 1} {
		if v := c.Value(facts.Named("eps_diluted"), in(t, c, label)); v.LaterSplits != want {
			t.Errorf("%s: %v, want %v", label, v.LaterSplits, want)
		}
	}
}
