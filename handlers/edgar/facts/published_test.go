package facts_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// published is what a company published of itself.
type published struct {
	cik, company string
	figures      []publishedFigure
}

// publishedFigure is a figure as it was published, in its unit.
type publishedFigure struct {
	concept, period string
	value           decimal.Decimal // with the digits that were published
	exponent        int32           // of its unit: 6 for millions
}

// readPublished reads the labels of a file in testdata. Its form is said at its beginning.
func readPublished(t *testing.T, name string) []published {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()

	var all []published
	units := map[string]int32{"M": 6, "K": 3, "1": 0}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		fields := strings.Fields(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] >= '0' && line[0] <= '9':
			all = append(all, published{cik: fields[0], company: strings.TrimPrefix(line, fields[0]+" ")})
		case len(all) == 0 || len(fields) != 4:
			t.Fatalf("not a label: %s", line)
		default:
			value, err := decimal.NewFromString(fields[2])
			exponent, known := units[fields[3]]
			if err != nil || !known {
				t.Fatalf("not a label: %s", line)
			}
			of := &all[len(all)-1]
			of.figures = append(of.figures, publishedFigure{fields[0], fields[1], value, exponent})
		}
	}
	return all
}

// agrees says whether a value is the published one at the digits that were published; of one that was restated since,
// whether what the first report said is.
func (f *publishedFigure) agrees(v *facts.Value) bool {
	first := v.Number
	if v.First != nil {
		first = v.First.Number
	}
	same := func(number decimal.Decimal) bool {
		return number.Shift(-f.exponent).Round(-f.value.Exponent()).Equal(f.value)
	}
	return same(v.Number) || same(first)
}

// of is the period of the figure, nil when the company has none of that label.
func (f *publishedFigure) of(c *facts.Company) *facts.Period {
	for _, p := range append(append([]facts.Period{}, c.Annual()...), c.Quarters()...) {
		if p.Label() == f.period {
			return &p
		}
	}
	return nil
}

// tally counts figures that are right, missing and wrong.
type tally struct{ right, missing, wrong int }

func (n *tally) count(t *testing.T, company string, f *publishedFigure, c *facts.Company) {
	t.Helper()
	at := fmt.Sprintf("%s: %s %s", company, f.concept, f.period)
	period := f.of(c)
	if period == nil {
		n.missing++
		t.Logf("%s: no such period", at)
		return
	}
	switch v := c.Value(facts.Named(f.concept), *period); {
	case v == nil:
		n.missing++
		t.Logf("%s is missing, published %s", at, f.value)
	case !f.agrees(v):
		n.wrong++
		t.Errorf("%s is %s (%s), published %s", at, v.Number, v.Tag, f.value)
	default:
		n.right++
	}
}

// TestPublished holds figures out of recorded bodies, in the folder that FAREBOX_COMPANYFACTS names, against what the
// companies published in their annual reports. No figure may be wrong, and at most one in twenty missing.
func TestPublished(t *testing.T) {
	dir := os.Getenv("FAREBOX_COMPANYFACTS")
	if dir == "" {
		t.Skip("FAREBOX_COMPANYFACTS names a folder of recorded companyfacts")
	}
	for _, list := range []string{"published.txt", "published_financials.txt"} {
		t.Run(list, func(t *testing.T) { holdPublished(t, dir, list) })
	}
}

// holdPublished compares the labels of one file with the bodies in a folder.
func holdPublished(t *testing.T, dir, list string) {
	t.Helper()
	var n tally
	companies := 0
	for _, label := range readPublished(t, list) {
		body, err := os.ReadFile(filepath.Join(dir, "CIK"+label.cik+".json"))
		if err != nil {
			t.Logf("%s: no body", label.company)
			continue
		}
		found, err := sec.ReadFacts(bytes.NewReader(body), facts.Wanted())
		if err != nil {
			t.Errorf("%s: %v", label.company, err)
			continue
		}
		companies++
		found.FetchedAt = edgartest.Now
		c := facts.New(found)
		for i := range label.figures {
			n.count(t, label.company, &label.figures[i], c)
		}
	}
	n.report(t, companies)
}

func (n *tally) report(t *testing.T, companies int) {
	t.Helper()
	all := n.right + n.missing + n.wrong
	t.Logf("%d companies, %d figures: %d right, %d missing, %d wrong", companies, all, n.right, n.missing, n.wrong)
	const most = 20
	if n.missing*most > all {
		t.Errorf("%d of %d figures are missing", n.missing, all)
	}
}
