package legislative

import (
	"bufio"
	"encoding/xml"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream/billstatus"
)

// TestOwnBills judges a folder of BILLSTATUS files, named by FAREBOX_BILLS, however deep. A file expected.tsv there
// says which stage each should be at: bill id, stage, one or several with a bar between. Without it stages are only
// printed.
func TestOwnBills(t *testing.T) {
	folder := os.Getenv("FAREBOX_BILLS")
	if folder == "" {
		t.Skip("FAREBOX_BILLS names no folder of BILLSTATUS files")
	}
	want := expectedStages(t, filepath.Join(folder, "expected.tsv"))

	bills, wrong := 0, 0
	stages := map[string]int{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".xml" {
			return err
		}
		m, r, date := readFile(t, path)
		if r == nil {
			return nil
		}
		bills++
		course := r.course(m, date)
		stages[string(course.Current)]++

		if expected := want[m.String()]; expected == "" {
			if len(want) == 0 {
				t.Logf("%s\t%s\t%v\t%s\t%s", m, course.Current, course.Terminal, course.Note, filepath.Base(path))
			}
		} else if !strings.Contains("|"+expected+"|", "|"+string(course.Current)+"|") {
			wrong++
			t.Errorf("%s is %s, expected %s: %v", m, course.Current, expected, course.Steps)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bills, %d at another stage than expected: %v", bills, wrong, stages)
}

// readFile is the bill of a file, and the time that it was written: a bill is judged as of then.
func readFile(t *testing.T, path string) (measure, *record, time.Time) {
	t.Helper()
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Bill *billstatus.Bill `xml:"bill"`
	}
	if err := xml.Unmarshal(body, &page); err != nil || page.Bill == nil {
		t.Errorf("%s: %v", path, err)
		return measure{}, nil, time.Time{}
	}
	b := page.Bill
	b.Settle()

	number, err := strconv.Atoi(b.Number)
	m := measure{
		congress: b.Congress,
		kind:     strings.ToLower(b.Type),
		number:   number,
	}
	if err != nil || kinds[m.kind] == "" {
		t.Errorf("%s: not a bill: %s %s", path, b.Type, b.Number)
		return m, nil, time.Time{}
	}
	date := time.Now()
	if updated := moment(b.Updated); updated != nil {
		date = *updated
	}
	return m, ofFile(b), date
}

func expectedStages(t *testing.T, path string) map[string]string {
	t.Helper()
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()

	want := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if id, stage, ok := strings.Cut(lines.Text(), "\t"); ok {
			want[id] = stage
		}
	}
	return want
}
