package trade

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trade/tradetest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedTrade reads the recorded year of China: imports of 6.8 billion dollars from Argentina, 74.3 from Germany.
func TestRecordedTrade(t *testing.T) {
	body := strings.ReplaceAll(string(samples.Read(t, "comtrade/final_data_C_A_HS.json")), `"TOTAL"`, `"870380"`)
	s, _ := service(t, upstreamtest.Answer{URL: tradetest.Preview, Body: body})
	status, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2010",
		"reporter", "China", "partner", "Germany")
	if status != http.StatusOK {
		t.Fatal(status, answer)
	}
	handlertest.Holds(t, answer, map[string]any{
		"total_value_usd":      nil,
		"herfindahl":           nil,
		"valuation":            "cif",
		"classification":       "H3",
		"total":                2.0,
		"partners.0.country":   "DE",
		"partners.0.value_usd": 74251272075,
		"partners.0.share_pct": nil,
		"partners.1.country":   "AR",
		"partners.1.value_usd": 6804128143,
		"partner.rank":         1.0,
		"quantity":             nil,
	})

	empty := string(samples.Read(t, "comtrade/bulk_error.json"))
	s, _ = service(t, upstreamtest.Answer{URL: tradetest.Preview, Body: empty})
	for _, direction := range []string{"imports", "exports"} {
		status, answer := s.Get("/trade/flow", "hs6", "999998", "direction", direction, "year", "2024")
		if status != http.StatusNotFound || answer["field"] != "year" {
			t.Errorf("an empty envelope: %d %v", status, answer)
		}
	}
}

func TestTradeWithoutAYearBeforeIsStillAnAnswer(t *testing.T) {
	s, _ := service(t,
		tradetest.Flow("842", "2024", "X", "", `[`+
			tradetest.Trade(842, 2024, "X", 0, "W00", "World", "1000", "10")+`,`+
			tradetest.Trade(842, 2024, "X", 490, "S19", "Other Asia, nes", "600", "6")+`,`+
			tradetest.Trade(842, 2024, "X", 124, "CAN", "Canada", "400", "4")+`]`),
		tradetest.Flow("842", "2024", "RX", "0", `[`+
			tradetest.Trade(842, 2024, "RX", 0, "W00", "World", "150", "")+`]`),
		upstreamtest.Answer{URL: tradetest.Preview + "?period=2023", Status: http.StatusTooManyRequests},
	)
	_, answer := s.Get("/trade/flow", "hs6", "8703.80", "direction", "exports", "year", "2024")
	handlertest.Holds(t, answer, map[string]any{
		"hs6":                  "870380",
		"valuation":            "fob",
		"yoy_pct":              nil,
		"prior_value_usd":      nil,
		"returned_value_usd":   150,
		"herfindahl":           5200.0,
		"partners.0.country":   "TW",
		"partners.0.share_pct": 60.0,
		"partners.0.quantity":  6.0,
		"partner":              nil,
		"mirror":               nil,
		"partial":              true,
		"sources.1.status":     "rate_limited",
		"sources.3.status":     "skipped",
	})
}

// TestRowsAtTheLimitAreNotTheWhole: without a key at most 500 rows come.
func TestRowsAtTheLimitAreNotTheWhole(t *testing.T) {
	rows := []string{tradetest.Trade(842, 2024, "M", 0, "W00", "World", "1000000", "10")}
	for i := 1; i < 500; i++ {
		rows = append(rows, tradetest.Trade(842, 2024, "M", 1000+i, "_X ", fmt.Sprint("Area ", i), "1000", ""))
	}
	s, _ := service(t,
		tradetest.Flow("842", "2024", "M", "", `[`+strings.Join(rows, ",")+`]`),
		tradetest.Flow("842", "2023", "M", "0", "[]"),
		tradetest.Flow("842", "2024", "RM", "0", "[]"),
	)
	_, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2024")
	handlertest.Holds(t, answer, map[string]any{
		"count":           25.0,
		"total":           499.0,
		"truncated":       true,
		"herfindahl":      nil,
		"total_value_usd": 1000000,
		"partial":         false,
	})
}

func TestTradeThatCannotBeRead(t *testing.T) {
	for body, want := range map[string]int{
		`<html>busy</html>`:                  http.StatusBadGateway,
		`{"count":0}`:                        http.StatusBadGateway,
		`{"data":[{"refYear":"x"}]}`:         http.StatusBadGateway,
		`{"data":null,"error":"too many"}`:   http.StatusBadGateway,
		`{"count":0,"data":[],"error":"no"}`: http.StatusBadGateway,
		`{"count":1,"data":[{"refYear":20`:   http.StatusBadGateway,
		`{"count":0,"data":[],"error":""}`:   http.StatusNotFound,
	} {
		s, _ := service(t, upstreamtest.Answer{URL: tradetest.Preview, Body: body})
		status, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2024")
		if status != want {
			t.Errorf("%s: %d %v", body, status, answer)
		}
	}
}

// TestAKeyAsksTheWholeDatabase: it goes into a header, and the preview is not used.
func TestAKeyAsksTheWholeDatabase(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  "https://comtradeapi.un.org/data/v1/get/C/A/HS",
		Body: `{"count":1,"data":[` + tradetest.Trade(757, 2024, "M", 0, "W00", "World", "5", "1") + `],"error":""}`,
	})
	pool := world.Pool(t, map[string]string{"COMTRADE_API_KEY": "secret"})
	h, err := New(pool, func() time.Time { return tradetest.Now })
	if err != nil {
		t.Fatal(err)
	}
	s := handlertest.New(t, "trade", h.Register)

	status, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2024", "reporter", "CH")
	if status != http.StatusOK || answer["total_value_usd"] != 5.0 {
		t.Errorf("%d %v", status, answer)
	}
	for _, asked := range world.Asked() {
		if strings.Contains(asked, "secret") || !strings.Contains(asked, "reporterCode=757") {
			t.Errorf("asked %s", asked)
		}
	}
}

// TestAYearOfAnotherEditionIsTold: before 2022 the code may have covered other products.
func TestAYearOfAnotherEditionIsTold(t *testing.T) {
	now := tradetest.Trade(842, 2022, "M", 0, "W00", "World", "1000", "10")
	before := strings.ReplaceAll(tradetest.Trade(842, 2021, "M", 0, "W00", "World", "500", "5"), `"H6"`, `"H5"`)
	s, _ := service(t,
		tradetest.Flow("842", "2022", "M", "", `[`+now+`]`),
		tradetest.Flow("842", "2021", "M", "0", `[`+before+`]`),
		tradetest.Flow("842", "2022", "RM", "0", "[]"),
	)
	_, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2022")
	if notes := fmt.Sprint(answer["notes"]); !strings.Contains(notes, "another edition") {
		t.Error(notes)
	}
}

// TestAValueThatIsNotThereIsNoTrade: without it there is neither a rank nor a sum.
func TestAValueThatIsNotThereIsNoTrade(t *testing.T) {
	whole := tradetest.Trade(842, 2024, "M", 0, "W00", "World", "1000", "10")
	for _, change := range [][2]string{
		{`"primaryValue":1000`, `"primaryValue":null`},
		{`"primaryValue"`, `"value"`},
	} {
		body := strings.Replace(whole, change[0], change[1], 1)
		s, _ := service(t, tradetest.Flow("842", "2024", "M", "", `[`+body+`]`))
		status, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2024")
		if status != http.StatusBadGateway {
			t.Errorf("%s: %d %v", change[1], status, answer)
		}
	}
}

// TestAPartnerHasOneValue: rows that repeat one count once, and rows that contradict one another or say what cannot be
// are no answer.
func TestAPartnerHasOneValue(t *testing.T) {
	row := func(partner int, iso, value string) string {
		return tradetest.Trade(842, 2024, "M", partner, iso, iso, value, "10")
	}
	cases := []struct {
		why    string
		rows   []string
		status int
		want   map[string]any
	}{
		{"60 and 40 of 100", []string{row(0, "W00", "100"), row(276, "DEU", "60"), row(410, "KOR", "40")},
			http.StatusOK, map[string]any{"herfindahl": 5200.0, "partners.0.share_pct": 60.0, "yoy_pct": nil}},
		{"a row twice", []string{row(0, "W00", "100"), row(276, "DEU", "60"), row(276, "DEU", "60"), row(410, "KOR", "40")},
			http.StatusOK, map[string]any{"total": 2.0, "herfindahl": 5200.0}},
		{"two values", []string{row(0, "W00", "100"), row(276, "DEU", "60"), row(276, "DEU", "50")},
			http.StatusBadGateway, nil},
		{"a part above the whole", []string{row(0, "W00", "100"), row(276, "DEU", "160")},
			http.StatusOK, map[string]any{"partners.0.share_pct": nil, "herfindahl": nil}},
		{"below zero", []string{row(0, "W00", "100"), row(276, "DEU", "-60"), row(410, "KOR", "160")},
			http.StatusBadGateway, nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t,
				tradetest.Flow("842", "2024", "M", "", `[`+strings.Join(c.rows, ",")+`]`),
				tradetest.Flow("842", "2023", "M", "0", "[]"),
				tradetest.Flow("842", "2024", "RM", "0", "[]"),
			)
			status, answer := s.Get("/trade/flow", "hs6", "870380", "direction", "imports", "year", "2024")
			if status != c.status {
				t.Fatalf("%d %v", status, answer)
			}
			handlertest.Holds(t, answer, c.want)
		})
	}
}
