package organisations

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
)

// The questions are names of companies as people and systems write them, each with the company that it means: cik:N or
// rec:NAME; "-" where no register of the test has that company; "near" where the name is not written right, so that the
// company in the last column is to be among the candidates. Names, CIKs and tickers are real; docs/quality/entity.md
// says where they come from.
type question struct {
	kind, text, want, near string
}

// heldOut says whether a question is of the half that no rule was made on.
func (q question) heldOut() bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(q.text))
	return h.Sum32()%2 == 1
}

const namesDir = "testdata/names"

func fields(tb testing.TB, name string) [][]string {
	tb.Helper()
	f, err := os.Open(filepath.Join(namesDir, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()

	var text io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(f); err != nil {
			tb.Fatal(err)
		}
	}
	var rows [][]string
	for lines := bufio.NewScanner(text); lines.Scan(); {
		rows = append(rows, strings.Split(lines.Text(), "\t"))
	}
	return rows
}

func questions(tb testing.TB, heldOut bool) []question {
	tb.Helper()
	var list []question
	for _, row := range fields(tb, "questions.tsv") {
		q := question{row[0], row[1], row[2], row[3]}
		if q.heldOut() == heldOut {
			list = append(list, q)
		}
	}
	return list
}

// everybody are the registers of the questions: 21,000 filers of the SEC with their names since 2015, of which 8,000
// are listed, and 5,500 companies of other countries with an LEI. leis are the LEIs made up for these by name.
func everybody(tb testing.TB) (in *organisationstest.Registers, leis map[string]string) {
	tb.Helper()
	in = &organisationstest.Registers{}
	for _, row := range fields(tb, "filers.tsv.gz") {
		filer := organisationstest.Filer{
			CIK:     validCIK(row[0]),
			Name:    row[3],
			State:   row[2],
			Tickers: strings.Fields(row[1]),
		}
		for _, former := range row[4:] {
			name, until, _ := strings.Cut(former, "|")
			filer.Former = append(filer.Former, name)
			filer.Until = until
		}
		in.Filers = append(in.Filers, filer)
	}

	leis = map[string]string{}
	b := &bench{}
	for _, row := range fields(tb, "records.tsv.gz") {
		leis[row[0]] = b.lei()
		in.Records = append(in.Records, organisationstest.Record{
			LEI:          leis[row[0]],
			Name:         row[0],
			Jurisdiction: row[1],
		})
	}
	return in, leis
}

// outcome is what became of a question.
type outcome string

const (
	answered outcome = "right"   // the company that is meant
	refused  outcome = "refused" // nobody, where nobody is meant, or with the right one among the candidates
	missed   outcome = "missed"  // nobody, and the right one is not named
	mistaken outcome = "wrong"   // another company
)

func (q question) judge(ctx context.Context, r *Registers, leis map[string]string) (outcome, string) {
	p, err := r.Resolve(ctx, Query{ByName, q.text}, Options{})
	var several *AmbiguousError
	var unproven *UnprovenError
	var candidates []Candidate
	switch {
	case err == nil:
		if q.means(value(p.CIK), value(p.LEI), leis) {
			return answered, ""
		}
		return mistaken, value(p.CIK) + value(p.LEI) + " " + p.LegalName() + ", by " + p.Match.Name
	case errors.As(err, &several):
		candidates = several.Candidates
	case errors.As(err, &unproven):
		candidates = unproven.Candidates
	case !errors.Is(err, ErrNotFound):
		return missed, err.Error()
	}

	if q.want == "-" {
		return refused, ""
	}
	var names []string
	for _, c := range candidates {
		if q.means(c.CIK, c.LEI, leis) {
			return refused, ""
		}
		names = append(names, c.Name)
	}
	return missed, strings.Join(names, "; ")
}

// means says whether identifiers are those of the company that is meant.
func (q question) means(cik, lei string, leis map[string]string) bool {
	want := q.want
	if want == "near" {
		want = q.near
	}
	sort, id, _ := strings.Cut(want, ":")
	switch sort {
	case "cik":
		return cik == validCIK(id)
	case "rec":
		return lei == leis[id]
	}
	return false
}

// measure asks the questions of a half and counts what became of them, by kind and in all.
func measure(t *testing.T, heldOut bool) map[outcome]int {
	t.Helper()
	in, leis := everybody(t)
	r, _ := over(t, in)
	counts := map[string]map[outcome]int{}
	all := map[outcome]int{}
	for _, q := range questions(t, heldOut) {
		became, why := q.judge(t.Context(), r, leis)
		if counts[q.kind] == nil {
			counts[q.kind] = map[outcome]int{}
		}
		counts[q.kind][became]++
		all[became]++
		if became == mistaken || became == missed {
			t.Logf("%s: %s %q (%s%s): %s", became, q.kind, q.text, q.want, q.near, why)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		t.Log(line(kind, counts[kind]))
	}
	t.Log(line("all", all))
	return all
}

func line(kind string, n map[outcome]int) string {
	return fmt.Sprintf("%-11s asked %4d  right %4d  refused %4d  missed %3d  wrong %3d",
		kind, n[answered]+n[refused]+n[missed]+n[mistaken], n[answered], n[refused], n[missed], n[mistaken])
}

// hold wants at most one wrong company in 200 answers, and 97 of 100 answered right or refused with the right one
// among the candidates.
func hold(t *testing.T, n map[outcome]int) {
	t.Helper()
	total := n[answered] + n[refused] + n[missed] + n[mistaken]
	if n[mistaken]*200 > total {
		t.Errorf("%d wrong companies of %d questions", n[mistaken], total)
	}
	if (n[answered]+n[refused])*100 < 97*total {
		t.Errorf("%d right and %d refused of %d questions", n[answered], n[refused], total)
	}
}

func TestANameFindsItsCompanyOrNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("asks some 500 questions")
	}
	hold(t, measure(t, false))
}

// TestHeldOutNames measures the half that nothing was made on. It is asked for by name, so that nobody tunes on it by
// accident.
func TestHeldOutNames(t *testing.T) {
	if os.Getenv("FAREBOX_HELD_OUT") == "" {
		t.Skip("FAREBOX_HELD_OUT is not set")
	}
	hold(t, measure(t, true))
}
