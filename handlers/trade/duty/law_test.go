package duty

import (
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// lawCase is an import that was worked out from the law before the tables were read. The law allows every duty from
// low to high for what the case says of the import; where the two are equal it settles the duty.
type lawCase struct {
	name      string
	question  Question
	low, high decimal.Decimal
	why       string
}

func lawCases(t testing.TB, file string) []lawCase {
	t.Helper()
	var list []lawCase
	for _, row := range table(t, file) {
		day, err := time.Parse(time.DateOnly, row[2])
		if err != nil {
			t.Fatal(err)
		}
		q := Question{
			Line: Line{
				Code:    strings.ReplaceAll(row[0], ".", ""),
				General: row[8],
				Special: row[9],
				Other:   row[10],
			},
			Origin:          row[1],
			Value:           decimal.RequireFromString(row[3]),
			Day:             day,
			ClaimPreference: row[4] == "true",
			Section232:      map[string]Assumption{"applies": Applies, "does_not_apply": Nothing}[row[5]],
		}
		if row[6] != "" {
			quantity := decimal.RequireFromString(row[6])
			q.Quantity, q.Unit = &quantity, row[7]
		}
		list = append(list, lawCase{
			name:     strings.Join([]string{row[0], row[1], row[2], row[4], row[5]}, " "),
			question: q,
			low:      decimal.RequireFromString(row[11]),
			high:     decimal.RequireFromString(row[12]),
			why:      row[13],
		})
	}
	return list
}

// verdict is how an answer stands to the law.
type verdict string

const (
	verdictExact verdict = "exact" // the total that the law settles, or both ends of its range
	verdictOpen  verdict = "open"  // nothing said that is not so, and less than the law settles
	verdictWrong verdict = "wrong" // a total or a range that the law does not give
)

func (c lawCase) judge(a Answer) verdict {
	switch {
	case a.Total != nil && c.low.Equal(c.high) && a.Total.Equal(c.low):
		return verdictExact
	case a.Total != nil:
		return verdictWrong
	case a.Low == nil:
		return verdictOpen
	case a.Low.GreaterThan(c.low) || a.High.LessThan(c.high):
		return verdictWrong
	case a.Low.Equal(c.low) && a.High.Equal(c.high):
		return verdictExact
	}
	return verdictOpen
}

// TestNoTotalAgainstTheLaw holds answers against imports that were worked out from notices alone.
func TestNoTotalAgainstTheLaw(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"law.csv", "law-blind.csv"} {
		count := map[verdict]int{}
		for _, c := range lawCases(t, file) {
			answer := tables.Assess(c.question)
			v := c.judge(answer)
			count[v]++
			switch v {
			case verdictWrong:
				t.Errorf("%s: %s\ngot  %s\nwant %s to %s", c.name, c.why, told(answer), c.low, c.high)
			case verdictOpen:
				t.Logf("%s: %s\nleft open: %s\nlaw: %s to %s", c.name, c.why, told(answer), c.low, c.high)
			}
		}
		t.Logf("%s: %v", file, count)
	}
}
