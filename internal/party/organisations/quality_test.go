package organisations

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
)

// TestQuality joins the companies of a folder that FAREBOX_ENTITIES names, starting from each of their identifiers,
// among entries of others that are easily taken for them. docs/quality/entity.md says what the folder holds and what is
// made up here.
func TestQuality(t *testing.T) {
	dir := os.Getenv("FAREBOX_ENTITIES")
	if dir == "" {
		t.Skip("FAREBOX_ENTITIES names no folder with companies")
	}
	b := build(t, dir)
	r, _ := over(t, &b.registers)

	marks := map[string]*mark{}
	for _, company := range b.companies {
		for _, q := range company.queries() {
			p, err := r.Resolve(t.Context(), q, Options{Securities: true})
			var several *AmbiguousError
			if err != nil && !errors.Is(err, ErrNotFound) && !errors.As(err, &several) {
				t.Fatalf("%v: %v", q, err)
			}
			if err != nil {
				p = &Party{}
			}
			company.judge(marks, q, p, t.Logf)
		}
	}
	keys := make([]string, 0, len(marks))
	for key := range marks {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		m := marks[key]
		t.Logf("%-14s known %5d  right %5d  wrong %3d  missing %4d  precision %.4f  recall %.4f",
			key, m.known, m.right, m.wrong, m.known-m.right, m.precision(), m.recall())
		if m.precision() < 0.995 || (strings.HasPrefix(key, "all ") && m.recall() < leastRecall[key]) {
			t.Errorf("%s: precision %.4f, recall %.4f", key, m.precision(), m.recall())
		}
	}
	t.Logf(
		"%d companies, %d records of GLEIF, %d filers",
		len(b.companies),
		len(b.registers.Records),
		len(b.registers.Filers),
	)
}

var leastRecall = map[string]float64{
	"all cik":    0.95,
	"all ein":    0.96,
	"all isin":   0.95,
	"all lei":    0.90,
	"all qid":    0.97,
	"all ticker": 0.95,
}

// mark counts one sort of identifier.
type mark struct{ known, right, wrong int }

func (m mark) precision() float64 {
	if m.right+m.wrong == 0 {
		return 1
	}
	return float64(m.right) / float64(m.right+m.wrong)
}

func (m mark) recall() float64 {
	if m.known == 0 {
		return 1
	}
	return float64(m.right) / float64(m.known)
}

// truth is a company with the identifiers that it really has here; an empty one it does not have.
type truth struct {
	name, cik, lei, qid, ein string
	isin                     string // the share's
	mapped                   string // the same where GLEIF or Wikidata has it
	tickers                  []string
}

func (c truth) queries() []Query {
	queries := []Query{
		{ByName, c.name},
		{ByCIK, c.cik},
		{ByTicker, c.tickers[0]},
		{ByISIN, c.isin},
	}
	if c.lei != "" {
		queries = append(queries, Query{ByLEI, c.lei})
	}
	if c.qid != "" {
		queries = append(queries, Query{ByQID, c.qid})
	}
	return queries
}

// judge compares what was joined with what is so. What was asked for does not count.
func (c truth) judge(marks map[string]*mark, q Query, p *Party, logf func(string, ...any)) {
	count := func(field string, known, got []string) {
		if string(q.Kind) == field {
			return
		}
		for _, key := range []string{"all " + field, "by " + string(q.Kind) + " " + field} {
			m := marks[key]
			if m == nil {
				m = &mark{}
				marks[key] = m
			}
			if len(known) > 0 && known[0] != "" {
				m.known++
			}
			right := slices.ContainsFunc(got, func(v string) bool { return v != "" && slices.Contains(known, v) })
			if right {
				m.right++
			}
			for _, v := range got {
				if v != "" && !slices.Contains(known, v) {
					m.wrong++
					if strings.HasPrefix(key, "all") {
						logf("WRONG %s %s by %s %s: %s %+v", c.name, field, q.Kind, q.Value, v, p.Conflicts)
					}
					break
				}
			}
		}
	}
	var tickers []string
	for _, t := range p.Tickers {
		tickers = append(tickers, t.Value)
	}
	count("cik", []string{c.cik}, []string{value(p.CIK)})
	count("lei", []string{c.lei}, []string{value(p.LEI)})
	count("qid", []string{c.qid}, []string{value(p.QID)})
	count("ein", []string{c.ein}, []string{value(p.EIN)})
	count("ticker", c.tickers, tickers)
	var isins []string
	for _, i := range p.ISINs {
		isins = append(isins, i.Value)
	}
	if c.mapped != "" || len(isins) == 0 {
		count("isin", []string{c.mapped}, isins)
	}
}

// table is a file of the folder, by the names of its columns.
func table(tb testing.TB, dir, name string) []map[string]string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		tb.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	columns := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[columns[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// bench is the world of the measurement.
type bench struct {
	registers organisationstest.Registers
	companies []truth
	made      int
}

// lei is a made-up one with right check digits.
func (b *bench) lei() string {
	b.made++
	base := fmt.Sprintf("984500%012d", b.made)
	for check := range 98 {
		if candidate := fmt.Sprintf("%s%02d", base, check); validLEI(candidate) != "" {
			return candidate
		}
	}
	return ""
}

func build(tb testing.TB, dir string) *bench {
	tb.Helper()
	b := &bench{}
	for _, row := range table(tb, dir, "filers.tsv") {
		b.registers.Filers = append(b.registers.Filers, organisationstest.Filer{
			CIK: row["cik"], Name: row["name"], State: "DE", Tickers: strings.Split(row["tickers"], ","),
		})
	}
	for _, row := range table(tb, dir, "records.tsv") {
		jurisdiction := row["jurisdiction"]
		if jurisdiction == "" || jurisdiction == "US" {
			jurisdiction = "US-DE"
		}
		b.registers.Records = append(b.registers.Records, organisationstest.Record{
			LEI:          row["lei"],
			Name:         row["name"],
			Jurisdiction: jurisdiction,
			Status:       row["status"],
			Category:     row["category"],
		})
	}
	for i, row := range table(tb, dir, "companies.tsv") {
		b.add(i, row)
	}
	return b
}

// add puts a company into the registers, and what is easily taken for it. The places say nothing: all are in Delaware,
// so that names and cross references alone decide.
func (b *bench) add(i int, row map[string]string) {
	core := comparer{engine: engine}.bare(filerName(row["name"]))
	c := truth{
		name:    row["name"],
		cik:     row["cik"],
		lei:     row["lei"],
		isin:    row["isin"],
		ein:     row["ein"],
		tickers: strings.Split(row["tickers"], ","),
	}
	filer := organisationstest.Filer{
		CIK: c.cik, Name: c.name, State: "DE", Tickers: c.tickers, EIN: strings.ReplaceAll(c.ein, "-", ""),
	}
	record := organisationstest.Record{LEI: c.lei, Name: row["lei_name"], Jurisdiction: "US-DE"}
	if c.lei == "" && i%7 != 6 {
		c.lei = b.lei()
		record.LEI = c.lei
		record.Name = respelt(c.name, i)
	}
	if i%2 == 0 {
		c.qid = fmt.Sprintf("Q9%07d", i)
	}

	switch {
	case i%26 == 24: // renamed: GLEIF has the old name still
		record.Name = "Old " + core + " Corporation"
		filer.Former = []string{"OLD " + strings.ToUpper(core) + " CORP"}
	case i%29 == 0: // ended
		record.Status = "INACTIVE"
		record.Registration = "RETIRED"
	}
	if i%3 == 0 && c.lei != "" {
		record.ISINs = []string{c.isin}
	}
	if i%25 == 5 { // the mapping names the bank that issued the receipt
		record.ISINs = nil
		b.registers.Records = append(b.registers.Records, organisationstest.Record{
			LEI:          b.lei(),
			Name:         "Example Depositary Bank, National Association",
			Jurisdiction: "US",
			ISINs:        []string{c.isin},
		})
	}
	if c.lei != "" {
		b.registers.Records = append(b.registers.Records, record)
		c.mapped = strings.Join(record.ISINs, "")
	}
	b.registers.Filers = append(b.registers.Filers, filer)
	b.registers.Securities = append(b.registers.Securities, organisationstest.Security{
		ISIN: c.isin, Name: strings.ToUpper(strings.TrimSuffix(c.name, ".")) + share(i), Ticker: c.tickers[0],
	})
	subsidiary := b.falseFriends(i, core, c, record)
	b.item(i, core, subsidiary, &c)
	b.companies = append(b.companies, c)
}

func share(i int) string { return []string{"", "-CL A", "", "-SPONS ADR"}[i%4] }

// respelt is a name as another register writes it.
func respelt(name string, i int) string {
	bare := filerName(name)
	switch i % 4 {
	case 0:
		return strings.ToUpper(bare)
	case 1:
		return strings.NewReplacer(
			" CORP", " CORPORATION", " Corp", " Corporation", " INC", ", INC.", " Inc", ", Incorporated",
			" CO", " COMPANY", " LTD", " LIMITED").
			Replace(strings.TrimSuffix(bare, "."))
	case 2:
		return "The " + bare
	}
	return bare
}

// falseFriends are entries of others: subsidiaries and holding companies, funds, namesakes. The LEI is that of a
// subsidiary.
func (b *bench) falseFriends(i int, core string, c truth, own organisationstest.Record) (subsidiary string) {
	others := []string{
		core + " Holdings, Inc.",
		core + " Finance LLC",
		core + " International Ltd",
		core + " Group, Inc.",
		core + " II, Inc.",
		core + " Bank",
		core + " Capital Trust",
	}
	for n, name := range others {
		bare := comparer{engine: engine}.bare
		if (i+n)%3 == 0 && !strings.EqualFold(bare(name), bare(c.name)) {
			subsidiary = b.lei()
			b.registers.Records = append(b.registers.Records, organisationstest.Record{
				LEI: subsidiary, Name: name, Jurisdiction: "US-DE",
			})
		}
	}
	same := organisationstest.Record{LEI: b.lei(), Name: filerName(c.name)}
	switch {
	case i%13 == 3: // a namesake in another state
		same.Jurisdiction = "US-NV"
	case i%17 == 4 && c.lei != "" && b.equal(own.Name, c.name): // two entries of one name in one state
		same.Jurisdiction = "US-DE"
	case i%19 == 5: // a fund of that name
		same.Jurisdiction = "US-DE"
		same.Category = "FUND"
	case i%23 == 6: // a company of that name in another country
		same.Jurisdiction = "GB"
	default:
		return subsidiary
	}
	b.registers.Records = append(b.registers.Records, same)
	return subsidiary
}

func (b *bench) equal(x, y string) bool {
	bare := func(name string) string { return names.Normalize(comparer{engine: engine}.bare(filerName(name))) }
	return bare(x) == bare(y)
}

// item is the company's item of Wikidata, with the mistakes that items have.
func (b *bench) item(i int, core, subsidiary string, c *truth) {
	if c.qid == "" {
		return
	}
	item := organisationstest.Item{QID: c.qid, Label: core, Aliases: []string{c.name}, CIKs: []string{c.cik}}
	if i%4 == 0 {
		item.CIKs = []string{strings.TrimLeft(c.cik, "0")}
	}
	if (i%4 == 0 || i%26 == 24) && c.lei != "" {
		item.LEIs = []string{c.lei}
	}
	if i%6 == 0 {
		item.ISINs = []string{c.isin}
		c.mapped = c.isin
	}
	switch {
	case i%10 == 8 && i%26 != 24: // the LEI of a subsidiary
		item.LEIs = []string{subsidiary}
	case i%22 == 20: // an item about something else
		item.Label = "Unrelated Thing"
		item.Aliases = nil
		c.qid = ""
	}
	b.registers.Items = append(b.registers.Items, item)
}
