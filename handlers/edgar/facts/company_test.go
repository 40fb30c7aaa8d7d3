package facts_test

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// company is a company whose filings say the lines; see [edgartest.Fact]. A line without a taxonomy is one of us-gaap.
func company(t testing.TB, lines ...string) *facts.Company {
	t.Helper()
	var list []edgartest.Fact
	for _, line := range lines {
		for _, one := range strings.Split(line, "\n") {
			one = strings.TrimSpace(one)
			switch {
			case one == "":
				continue
			case !strings.Contains(strings.Fields(one)[0], ":"):
				one = "us-gaap:" + one
			}
			list = append(list, one)
		}
	}
	wanted := facts.Wanted()
	found, err := sec.ReadFacts(strings.NewReader(edgartest.Document("7", "Test Co", list)), wanted)
	if err != nil {
		t.Fatal(err)
	}
	found.FetchedAt = edgartest.Now
	return facts.New(found)
}

// in is the period of a label.
func in(t testing.TB, c *facts.Company, label string) facts.Period {
	t.Helper()
	all := append(append(c.Annual(), c.Quarters()...), c.Trailings()...)
	for _, p := range all {
		if p.Label() == label {
			return p
		}
	}
	t.Fatalf("no period %s among %s", label, labels(all))
	return facts.Period{}
}

func labels(periods []facts.Period) string {
	var list []string
	for _, p := range periods {
		list = append(list, p.Label())
	}
	return strings.Join(list, ", ")
}

// figure is a concept in the period of a label as text: "-" for none, a d after what was worked out, and what the
// first filing said in brackets where it was restated.
func figure(t testing.TB, c *facts.Company, name, label string) string {
	t.Helper()
	v := c.Value(facts.Named(name), in(t, c, label))
	if v == nil {
		return "-"
	}
	text := v.Number.String()
	if v.Derived {
		text += " d"
	}
	if v.Restated() {
		text += " (" + v.First.Number.String() + ")"
	}
	return text
}

// check holds figures against lines of the form "net_income FY2024 = 100".
func check(t *testing.T, c *facts.Company, want ...string) {
	t.Helper()
	for _, line := range want {
		left, value, _ := strings.Cut(line, " = ")
		name, label, _ := strings.Cut(left, " ")
		if got := figure(t, c, name, label); got != value {
			t.Errorf("%s: got %s, want %s", left, got, value)
		}
	}
}
