package duty

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

// table reads a table of testdata; its first row has the column names.
func table(t testing.TB, name string) [][]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()

	reader := csv.NewReader(file)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// lines are the products of testdata/products.csv by their names.
func lines(t testing.TB) map[string]Line {
	t.Helper()
	products := map[string]Line{}
	for _, row := range table(t, "products.csv") {
		line := Line{
			Code:    row[1],
			General: row[2],
			Special: row[3],
			Other:   row[4],
		}
		if row[5] != "" {
			line.Refs = []string{row[5]}
		}
		products[row[0]] = line
	}
	return products
}

// tariffCase is one import and its answer.
type tariffCase struct {
	product, origin, day string
	with                 string // "claim", "qty 100 kg", "value 500", "232 yes", "232 no"
	sum                  string // the arithmetic, in per cent of the value or dollars
	want                 string
}

func cases(t testing.TB) []tariffCase {
	t.Helper()
	var list []tariffCase
	for _, row := range table(t, "cases.csv") {
		list = append(list, tariffCase{
			product: row[0],
			origin:  row[1],
			day:     row[2],
			with:    row[3],
			sum:     row[4],
			want:    row[5],
		})
	}
	return list
}

func TestWorkedCases(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	products, list := lines(t), cases(t)
	for _, c := range list {
		q := c.question(t, products)
		if got := told(tables.Assess(q)); got != c.want {
			t.Errorf("%s of %s on %s (%s), %s\ngot  %s\nwant %s",
				c.product, c.origin, c.day, c.with, c.sum, got, c.want)
		}
	}
	if len(list) < 100 {
		t.Errorf("only %d cases", len(list))
	}
}

func (c tariffCase) question(t testing.TB, products map[string]Line) Question {
	t.Helper()
	line, ok := products[c.product]
	if !ok {
		t.Fatalf("no product %s", c.product)
	}
	day, err := time.Parse(time.DateOnly, c.day)
	if err != nil {
		t.Fatal(err)
	}
	q := Question{
		Line:   line,
		Origin: c.origin,
		Value:  decimal.NewFromInt(10000),
		Day:    day,
	}
	words := strings.Fields(c.with)
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "claim":
			q.ClaimPreference = true
		case "qty":
			quantity := decimal.RequireFromString(words[i+1])
			q.Quantity, q.Unit = &quantity, words[i+2]
			i += 2
		case "value":
			q.Value = decimal.RequireFromString(words[i+1])
			i++
		case "232":
			q.Section232 = map[string]Assumption{"yes": Applies, "no": Nothing}[words[i+1]]
			i++
		default:
			t.Fatalf("%q", words[i])
		}
	}
	return q
}

// told is an answer on one line.
func told(a Answer) string {
	parts := []string{"base " + amount(a.Base.Amount)}
	for _, c := range a.Additional {
		state := amount(c.Amount)
		if c.Status != StatusApplies && c.Status != StatusUnresolved {
			state = string(c.Status)
		}
		parts = append(parts, c.Heading+" "+state)
	}
	if len(a.Bans) > 0 {
		parts = append(parts, "ban")
	}
	total := "total " + amount(a.Total)
	if a.Total == nil && a.Low != nil {
		total += fmt.Sprintf(" %s to %s", a.Low, a.High)
	}
	return strings.Join(append(parts, total), "; ")
}

func amount(d *decimal.Decimal) string {
	if d == nil {
		return "open"
	}
	return d.String()
}

// BenchmarkAssess is the computation alone: the steel article from China passes every stacking rule.
func BenchmarkAssess(b *testing.B) {
	tables, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	products := lines(b)
	sure := tariffCase{product: "steel-art", origin: "CN", day: "2026-11-20"}.question(b, products)
	open := tariffCase{product: "auto-part", origin: "VN", day: "2026-11-20"}.question(b, products)
	for name, q := range map[string]Question{"sure": sure, "open": open} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tables.Assess(q)
			}
		})
	}
}

// BenchmarkRead is the tables' cost at start.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, err := read(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAnswersAddUp checks, for products, origins and days, what must hold for every answer.
func TestAnswersAddUp(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	origins := strings.Fields("CN HK CA MX BR GB JP KR TW CH LI VN IN NI SV KE AT BE BG BY CU KP RU")
	days := []string{"2025-03-15", "2026-02-24", "2026-09-15", "2028-01-01"}

	products := lines(t)
	for product := range products {
		for _, origin := range origins {
			for _, day := range days {
				for _, with := range []string{"", "claim", "232 yes", "232 no"} {
					c := tariffCase{
						product: product,
						origin:  origin,
						day:     day,
						with:    with,
					}
					holds(t, c, tables.Assess(c.question(t, products)))
				}
			}
		}
	}
}

func holds(t *testing.T, c tariffCase, a Answer) {
	t.Helper()
	sum, open := decimal.Zero, a.Base.Amount == nil || len(a.Bans) > 0
	if a.Base.Amount != nil {
		sum = *a.Base.Amount
	}
	metals := 0
	for _, d := range a.Additional {
		if (d.Status == StatusApplies) != (d.Amount != nil) {
			t.Errorf("%+v: %s is %s with amount %v", c, d.Heading, d.Status, d.Amount)
		}
		switch d.Status {
		case StatusApplies:
			sum = sum.Add(*d.Amount)
			if strings.HasPrefix(string(d.Group), "s232") {
				metals++
			}
		case StatusUnresolved:
			open = true
		}
		if d.Status != StatusApplies && d.Why == "" {
			t.Errorf("%+v: %s does not say why it is %s", c, d.Heading, d.Status)
		}
	}

	switch {
	case a.Known == nil && !sum.IsZero(), a.Known != nil && !a.Known.Equal(sum):
		t.Errorf("%+v: %s where the parts are %s", c, a.Known, sum)
	case open && a.Total != nil, a.Total == nil && len(a.Open) == 0:
		t.Errorf("%+v: a total %v with %v open", c, a.Total, a.Open)
	case a.Low != nil && a.Low.GreaterThan(*a.High):
		t.Errorf("%+v: from %s to %s", c, a.Low, a.High)
	case metals > 1:
		t.Errorf("%+v: %d Section 232 duties at once", c, metals)
	}
}

// TestFootnotesThatTheTablesDoNotHold: a reference to a charging heading removes the total; one to an exclusion, to
// something expired, or to a programme for another origin does not.
func TestFootnotesThatTheTablesDoNotHold(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ref, origin string
		open        bool
	}{
		{"9903.88.69", "CN", false},
		{"9903.88.43", "CN", false},
		{"9903.88.69", "VN", false},
		{"9903.88.03", "VN", false},
		{"9903.01.25", "VN", false},
		{"9903.91.05", "KE", false},
		{"9903.91.44", "CN", true},
		{"9903.47.11", "KE", true},
	} {
		q := tariffCase{product: "t-shirt", origin: c.origin, day: "2026-11-20"}.question(t, lines(t))
		q.Line.Refs = []string{c.ref}
		if a := tables.Assess(q); (a.Total == nil) != c.open {
			t.Errorf("%s of %s: total %v, %v", c.ref, c.origin, a.Total, a.Open)
		}
	}
}

// A fiscal year missing from the tables has fees anyway.
func TestAFeeWhoseRatesEndBeforeTheDayIsOpen(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]Status{
		"2024-09-30": StatusUnresolved,
		"2024-10-01": StatusApplies,
		"2025-10-01": StatusApplies,
		"2027-09-30": StatusApplies,
		"2027-10-01": StatusUnresolved,
		"2028-11-28": StatusUnresolved,
	} {
		fees := tables.Assess(tariffCase{product: "t-shirt", origin: "VN", day: day}.question(t, lines(t))).Fees
		if len(fees) != 2 || fees[0].Code != "mpf" || fees[1].Code != "hmf" {
			t.Fatalf("%s: %v", day, fees)
		}
		if fees[0].Status != want || (fees[0].Amount == nil) != (want == StatusUnresolved) {
			t.Errorf("%s: %+v", day, fees)
		}
	}
}

// TestTheProcessingFeeOfOriginsThatMayBeFreeIsOpen: Bangladesh is one of the least developed countries.
func TestTheProcessingFeeOfOriginsThatMayBeFreeIsOpen(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for origin, want := range map[string]Status{
		"BD": StatusUnresolved,
		"JM": StatusUnresolved,
		"GU": StatusUnresolved,
		"VN": StatusApplies,
	} {
		q := tariffCase{product: "t-shirt", origin: origin, day: "2026-11-20"}.question(t, lines(t))
		fee := tables.Assess(q).Fees[0]
		if fee.Code != "mpf" || fee.Status != want || (fee.Amount != nil) != (want == StatusApplies) {
			t.Errorf("%s: %s is %s", origin, fee.Code, fee.Status)
		}
	}
}

// TestMetalsOfOneArticleShareItsValue: an article of two metals pays on each, and on no more than the whole.
func TestMetalsOfOneArticleShareItsValue(t *testing.T) {
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, assumed := range []Assumption{ByList, Applies} {
		a := tables.Assess(Question{
			Line:       Line{Code: "9403200075", General: "Free", Other: "45%"},
			Origin:     "DE",
			Value:      decimal.NewFromInt(10000),
			Day:        time.Date(2025, time.July, 1, 0, 0, 0, 0, time.UTC),
			Section232: assumed,
		})
		if a.Total != nil || a.Low == nil || !a.Low.IsZero() || !a.High.Equal(decimal.NewFromInt(5000)) {
			t.Errorf("%s", told(a))
		}
		for _, c := range a.Additional {
			if c.Heading == "9903.81.91" && !strings.Contains(c.Why, "each metal pays on its own value") {
				t.Errorf("%s: %s", c.Heading, c.Why)
			}
		}
	}
}
