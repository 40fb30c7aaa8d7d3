package fhfa

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/farebox/farebox/internal/samples"
)

func read(text string) (*Index, error) {
	return Read(fstest.MapFS{MasterFile: {Data: []byte(text)}})
}

const header = "hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa\n"

func TestRecordedRows(t *testing.T) {
	for _, c := range []struct {
		file, area string
		kind       Kind
		want       Point
	}{
		{"fhfa/hpi_master_rows_2026_12col.csv", "10180", PurchaseOnly, Point{NewQuarter(2026, 2), 264.64, 265.92}},
		{"fhfa/hpi_master_rows_2026_12col.csv", "PR", PurchaseOnly, Point{NewQuarter(2026, 1), 272.77, 272.95}},
		{"fhfa/hpi_master_head_10col.csv", "12420", AllTransactions, Point{NewQuarter(2005, 3), 163.58, 0}},
	} {
		x, err := read(string(samples.Read(t, c.file)))
		if err != nil {
			t.Fatal(err)
		}
		s := x.OfKind(c.area, c.kind)
		if s == nil || len(s.Points) != 1 || s.Points[0] != c.want {
			t.Errorf("%s: %+v", c.area, s)
		}
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for why, text := range map[string]string{
		"a page":          "<html><body>Site maintenance</body></html>",
		"nothing":         "",
		"a column gone":   strings.Replace(header, "place_id,", "", 1),
		"no such quarter": header + "traditional,purchase-only,quarterly,State,Texas,TX,2026,5,100,100\n",
		"no year":         header + "traditional,purchase-only,quarterly,State,Texas,TX,,1,100,100\n",
	} {
		if _, err := read(text); err == nil {
			t.Errorf("%s was read", why)
		}
	}
}

func TestSalesComeFirstUnlessTheyEndBefore(t *testing.T) {
	x, err := read(header +
		"traditional,all-transactions,quarterly,State,Texas,TX,2026,1,300,\n" +
		"traditional,all-transactions,quarterly,State,Texas,TX,2026,2,310,\n" +
		"traditional,purchase-only,quarterly,State,Texas,TX,2026,1,400,401\n" +
		"traditional,purchase-only,quarterly,State,Utah,UT,2026,2,400,401\n" +
		"traditional,all-transactions,quarterly,State,Utah,UT,2026,2,400,\n" +
		"traditional,distress-free,quarterly,State,Ohio,OH,2026,2,400,\n" +
		"traditional,purchase-only,monthly,State,Iowa,IA,2026,2,400,\n" +
		"traditional,purchase-only,quarterly,State,Maine,ME,2024,1,400,400\n" +
		"traditional,purchase-only,quarterly,State,Idaho,ID,2026,2,.,-\n")
	if err != nil {
		t.Fatal(err)
	}
	if s := x.Series("TX"); s.Kind != AllTransactions || s.Adjusted() {
		t.Errorf("Texas: %+v", s)
	}
	if s := x.Series("UT"); s.Kind != PurchaseOnly || !s.Adjusted() {
		t.Errorf("Utah: %+v", s)
	}
	for why, area := range map[string]string{
		"other kinds": "OH", "months": "IA", "one that ended long ago": "ME", "no values": "ID",
	} {
		if s := x.Series(area); s != nil {
			t.Errorf("%s: %+v", why, s)
		}
	}
}

func TestQuarters(t *testing.T) {
	q := NewQuarter(2026, 4)
	if q.String() != "2026 Q4" || q.Start().Format("2006-01-02") != "2026-10-01" ||
		q.End().Format("2006-01-02") != "2026-12-31" || (q+1).String() != "2027 Q1" || q.Year() != 2026 {
		t.Error(q, q.Start(), q.End())
	}
}
